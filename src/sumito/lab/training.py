"""Train the network with PyTorch on the processor: from self-play samples to a network file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
import torch
from torch import Tensor, nn

from sumito.core import SYMMETRIES, Symmetry
from sumito.engine.network import network_file
from sumito.engine.score import USUAL_SCALE
from sumito.lab.teaching import SCORE, held_back, targets

CELLS: Final = 61
LOST: Final = 6  # 0 to 5 marbles
INPUTS: Final = 2 * CELLS + 2 * LOST
ONE_HIDDEN: Final = 255
ONE_OUTPUT: Final = 64
MOST_WEIGHT: Final = 127 / ONE_OUTPUT
_COLORS: Final = ("black", "white")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of training."""

    filters: int = 8
    buckets: int = 4
    epochs: int = 12
    batch: int = 8192
    rate: float = 2e-3
    result_part: float = 0.5
    """The weight of the game's result in the target. The rest is the score of the search."""
    score_scale: float = SCORE
    """Hundredths of a marble for one logit, in the scores of the samples."""
    seed: int = 1


class NetworkModel(nn.Module):
    """The network in floating point. Its filters look at all twelve images of the board."""

    def __init__(self, filters: int, buckets: int) -> None:
        super().__init__()
        self.filters, self.buckets = filters, buckets
        self.input = nn.Linear(INPUTS, filters)
        self.output = nn.Linear(2 * filters, buckets)
        nn.init.uniform_(self.input.weight, -0.15, 0.15)
        nn.init.constant_(self.input.bias, 0.2)
        nn.init.uniform_(self.output.weight, -0.1, 0.1)

    def forward(self, inputs: Tensor, bucket: Tensor) -> Tensor:
        """Return the logits of positions, for the player to move."""
        weight = torch.cat([self.input.weight[:, view] for views in zip(*_VIEWS, strict=True) for view in views])
        sums = nn.functional.linear(inputs, weight, self.input.bias.repeat(2 * len(_VIEWS)))
        active = sums.clamp(0, 1).square().view(-1, 2, len(_VIEWS), self.filters).sum(2).flatten(1)
        return self.output(active).gather(1, bucket[:, None]).squeeze(1)

    def clip(self) -> None:
        """Limit the weights to the range that whole numbers can hold."""
        with torch.no_grad():
            for weight in (self.input.weight, self.input.bias, self.output.weight):
                weight.clamp_(-MOST_WEIGHT, MOST_WEIGHT)


def _views(symmetry: Symmetry) -> tuple[Tensor, Tensor]:
    """Map each input to the input of the image, for the player to move and for the opponent."""
    cells = [symmetry.cell(cell) for cell in range(CELLS)]
    own, enemy = cells, [CELLS + cell for cell in cells]
    own_lost, enemy_lost = (list(range(2 * CELLS + side * LOST, 2 * CELLS + (side + 1) * LOST)) for side in (0, 1))
    return torch.tensor(own + enemy + own_lost + enemy_lost), torch.tensor(enemy + own + enemy_lost + own_lost)


_VIEWS: Final = tuple(map(_views, SYMMETRIES))


class Samples:
    """Samples as tensors: inputs for the player to move, and targets."""

    def __init__(self, samples: np.ndarray, settings: Settings) -> None:
        turn = samples["turn"].astype(bool)
        black, white = (np.minimum(samples[f"{color}_ejected"], LOST - 1).astype(np.int64) for color in _COLORS)
        own_lost, enemy_lost = np.where(turn, white, black), np.where(turn, black, white)
        counts = np.eye(LOST, dtype=np.uint8)
        inputs = (
            _cells(np.where(turn, samples["white"], samples["black"])),
            _cells(np.where(turn, samples["black"], samples["white"])),
            counts[own_lost],
            counts[enemy_lost],
        )
        self.inputs = torch.from_numpy(np.concatenate(inputs, axis=1))
        self.bucket = torch.from_numpy((own_lost + enemy_lost) * settings.buckets // (2 * (LOST - 1) + 1))
        self.target = torch.from_numpy(targets(samples, settings.result_part, settings.score_scale))

    def __len__(self) -> int:
        return len(self.target)

    def loss(self, model: NetworkModel, rows: Tensor) -> Tensor:
        """Return the mean loss of the model on these rows."""
        logits = model(self.inputs[rows].to(torch.float32), self.bucket[rows])
        return nn.functional.binary_cross_entropy_with_logits(logits, self.target[rows])


def _cells(bits: np.ndarray) -> np.ndarray:
    octets = bits.astype("<u8").view(np.uint8).reshape(-1, 8)
    return np.unpackbits(octets, axis=1, bitorder="little")[:, :CELLS]


def train(samples: np.ndarray, settings: Settings, report: Callable[[int, float, float], None]) -> NetworkModel:
    """Train a network. One game in twenty, selected by game number, is held back to measure the loss."""
    generator = torch.Generator().manual_seed(settings.seed)
    torch.manual_seed(settings.seed)
    held = held_back(samples)
    learning, testing = Samples(samples[~held], settings), Samples(samples[held], settings)
    model = NetworkModel(settings.filters, settings.buckets)
    batch = min(settings.batch, len(learning))
    steps = len(learning) // batch
    optimizer = torch.optim.AdamW(model.parameters(), lr=settings.rate, weight_decay=1e-4)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, settings.rate, total_steps=steps * settings.epochs, pct_start=0.1
    )
    for epoch in range(1, settings.epochs + 1):
        total = 0.0
        order = torch.randperm(len(learning), generator=generator)
        for step in range(steps):
            loss = learning.loss(model, order[step * batch : (step + 1) * batch])
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
            schedule.step()
            model.clip()
            total += float(loss.detach())
        with torch.no_grad():
            rows = torch.arange(len(testing)).split(1 << 16)
            lost = sum(float(testing.loss(model, part)) * len(part) for part in rows)
        report(epoch, total / steps, lost / len(testing))
    return model


def network_bytes(model: NetworkModel) -> bytes:
    """Return the network file: the weights as whole numbers, with the default scale."""

    def whole(weights: Tensor, one: int) -> bytes:
        return np.rint(weights.detach().numpy() * one).astype("<i2").tobytes()

    weights = (
        whole(model.input.weight.T.contiguous(), ONE_HIDDEN),
        whole(model.input.bias, ONE_HIDDEN),
        whole(model.output.weight, ONE_OUTPUT),
        np.rint(model.output.bias.detach().numpy() * ONE_HIDDEN * ONE_OUTPUT).astype("<i4").tobytes(),
    )
    return network_file(
        b"".join(weights), inputs=INPUTS, filters=model.filters, buckets=model.buckets, scale=USUAL_SCALE
    )
