"""Writes what is in a wheel, with licences, as CycloneDX: `python .ci/sbom.py WHEEL FOLDER`.

Every file is a component with its hash.  Content has the licence that its pack states, and all else that of the code.  What the
wheel requires is listed after it, without versions, for it is not inside.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
import tomllib
import zipfile
from email.message import Message
from email.parser import Parser
from pathlib import Path, PurePosixPath
from typing import Any

from packaging.requirements import Requirement

CODE = "MIT"
FREE = re.compile(r"/authoring/starter_\w+/|CC0")
"""The files that `stoneage new` copies, and the text of their licence: CC0."""


def licences(wheel: zipfile.ZipFile) -> dict[PurePosixPath, str]:
    """Returns the licence of each pack, by its folder."""
    manifests = [PurePosixPath(name) for name in wheel.namelist() if name.endswith("/pack.toml")]
    return {path.parent: tomllib.loads(wheel.read(str(path)).decode())["pack"]["license"] for path in manifests}


def files(wheel: zipfile.ZipFile) -> list[dict[str, Any]]:
    """Returns a component for each file."""
    of_packs, found = licences(wheel), []
    for name in sorted(wheel.namelist()):
        otherwise = "CC0-1.0" if FREE.search(name) else CODE
        licence = next((of_packs[folder] for folder in PurePosixPath(name).parents if folder in of_packs), otherwise)
        digest = hashlib.sha256(wheel.read(name)).hexdigest()
        found.append(
            {
                "type": "file",
                "bom-ref": name,
                "name": name,
                "hashes": [{"alg": "SHA-256", "content": digest}],
                "licenses": [{"license": {"id": licence}}],
            }
        )
    return found


def required(metadata: Message) -> list[dict[str, Any]]:
    """Returns a component for each package that a bare installation requires."""
    wanted = [Requirement(text) for text in metadata.get_all("Requires-Dist", [])]
    return [
        {
            "type": "library",
            "bom-ref": f"pkg:pypi/{need.name}",
            "purl": f"pkg:pypi/{need.name}",
            "name": need.name,
            "scope": "excluded",
            "properties": [{"name": "range", "value": str(need.specifier)}],
        }
        for need in wanted
        if need.marker is None
    ]


def bill(path: Path) -> dict[str, Any]:
    """Returns the whole list of a wheel."""
    with zipfile.ZipFile(path) as wheel:
        (name,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = Parser().parsestr(wheel.read(name).decode())
        inside = files(wheel)
    needs = required(metadata)
    purl = f"pkg:pypi/{metadata['Name']}@{metadata['Version']}"
    whole = {
        "type": "library",
        "bom-ref": purl,
        "purl": purl,
        "name": metadata["Name"],
        "version": metadata["Version"],
        "description": metadata["Summary"],
        "licenses": [{"expression": metadata["License-Expression"]}],
        "hashes": [{"alg": "SHA-256", "content": hashlib.sha256(path.read_bytes()).hexdigest()}],
        "components": inside,
    }
    depends = [{"ref": purl, "dependsOn": [need["bom-ref"] for need in needs]}]
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": whole},
        "components": needs,
        "dependencies": depends,
    }


def main(wheel: str, folder: str) -> None:
    """Writes the list beside nothing else, named like the wheel."""
    path = Path(wheel)
    name, version = path.name.split("-")[:2]
    text = json.dumps(bill(path), indent=1, ensure_ascii=False) + "\n"
    Path(folder, f"{name}-{version}.cdx.json").write_text(text, "utf-8", newline="\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
