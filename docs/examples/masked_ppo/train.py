"""Trains the masked PPO of sb3-contrib, and notes how often it wins on the way: `python train.py --against random`."""

import argparse
import json
import time
from pathlib import Path

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.env_util import make_vec_env
from table import make


def play(model: MaskablePPO, policy: str, games: int) -> dict[str, float]:
    """Plays games with numbers that no training has; returns shares and means."""
    env, wins, leads = make(policy), 0.0, 0.0
    for seed in range(games):
        (vector, info), over = env.reset(seed=10**6 + seed), False
        while not over:
            number, _ = model.predict(vector, action_masks=env.action_masks(), deterministic=True)
            vector, reward, over, _, info = env.step(int(number))
            leads += 10 * reward
        wins += (info["seat"] in info["winners"]) / len(info["winners"])
    return {"wins": wins / games, "lead": leads / games}


class Curve(BaseCallback):
    """Plays games against both policies every so many steps."""

    def __init__(self, every: int, games: int) -> None:
        super().__init__()
        self.every, self.games, self.points = every, games, []

    def measure(self) -> None:
        point = {"steps": self.num_timesteps} | {name: play(self.model, name, self.games) for name in ("random", "sensible")}
        self.points.append(point)
        print(json.dumps(point), flush=True)

    def _on_rollout_start(self) -> None:
        if self.num_timesteps >= self.every * len(self.points):
            self.measure()

    def _on_training_end(self) -> None:
        self.measure()

    def _on_step(self) -> bool:
        return True


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--against", default="random", help="the policy of the other seat in training")
    parser.add_argument("--steps", type=int, default=98_304)
    parser.add_argument("--every", type=int, default=12_288)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--to", type=Path, default=Path(__file__).parent)
    options = parser.parse_args()
    torch.set_num_threads(1)
    begin, curve = time.process_time(), Curve(options.every, options.games)
    net = {"net_arch": [128, 128]}
    envs = make_vec_env(make, 8, seed=options.seed, env_kwargs={"policy": options.against})
    model = MaskablePPO(
        "MlpPolicy", envs, n_steps=256, batch_size=512, n_epochs=5, gamma=1.0, ent_coef=0.01, policy_kwargs=net, seed=options.seed
    )
    model.learn(options.steps, curve)
    model.save(options.to / "model.zip")
    told = {
        "against": options.against,
        "games": options.games,
        "seconds of CPU": round(time.process_time() - begin),
        "points": curve.points,
    }
    (options.to / "curve.json").write_text(json.dumps(told, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
