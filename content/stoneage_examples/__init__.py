"""Example packs, each a house rule that people play: `stoneage new my-rules --from NAME` begins with one."""
