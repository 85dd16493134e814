"""Builds the engine: one extension module for CPython from 3.11 on, all its parts in one unit, so that every name is static."""

from glob import glob

from setuptools import Extension, setup

setup(
    ext_modules=[
        Extension(
            "stoneage_native._engine",
            ["engine/module.c"],
            depends=sorted(glob("engine/*")),
            extra_compile_args=["-std=c99", "-O3", "-fvisibility=hidden", "-g0", "-Wall", "-Wextra"],
            py_limited_api=True,
        )
    ],
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
