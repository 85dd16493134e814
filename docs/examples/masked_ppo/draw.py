"""Draws the curve of a training: `python draw.py FILE`, the picture of the page for learners."""

import json
import sys
from pathlib import Path

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 640, 320, 64, 44, 120, 48
COLOURS = {"random": "#1f6f8b", "sensible": "#b4541f"}
STYLE = 'font-family="sans-serif" font-size="13" fill="#333"'


def picture(told: dict) -> str:
    """Returns the shares of games won against each policy, by steps of training, as SVG."""
    points, across, down = told["points"], WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
    most = points[-1]["steps"]

    def at(steps: float, share: float) -> tuple[float, float]:
        return round(LEFT + across * steps / most, 1), round(TOP + down * (1 - share), 1)

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" {STYLE}>',
        "<title>Share of games won by a learner, by steps of training</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        f'<text x="{LEFT}" y="24" font-weight="bold">Games won against each policy, {told["games"]} at each point</text>',
    ]
    for share in (0, 0.25, 0.5, 0.75, 1):
        x, y = at(0, share)
        lines += [
            f'<path d="M{x} {y}H{WIDTH - RIGHT}" stroke="#ddd"/>',
            f'<text x="{x - 8}" y="{y + 4}" text-anchor="end">{share:.0%}</text>',
        ]
    for number in range(5):
        x, y = at(most * number / 4, 0)
        lines.append(f'<text x="{x}" y="{y + 18}" text-anchor="middle">{most * number // 4:,}</text>')
    lines.append(f'<text x="{LEFT + across / 2}" y="{HEIGHT - 8}" text-anchor="middle">choices of the learner in training</text>')
    for policy, colour in COLOURS.items():
        path = [at(point["steps"], point[policy]["wins"]) for point in points]
        joined = " ".join(f"{x},{y}" for x, y in path)
        lines += [
            f'<polyline points="{joined}" fill="none" stroke="{colour}" stroke-width="2.5"/>',
            *[f'<circle cx="{x}" cy="{y}" r="3.5" fill="{colour}"/>' for x, y in path],
            f'<text x="{path[-1][0] + 10}" y="{path[-1][1] + 4}" fill="{colour}">{policy}</text>',
        ]
    return "\n".join([*lines, "</svg>"]) + "\n"


if __name__ == "__main__":
    told = json.loads(Path(__file__).with_name("curve.json").read_text("utf-8"))
    Path(sys.argv[1]).write_text(picture(told), "utf-8")
