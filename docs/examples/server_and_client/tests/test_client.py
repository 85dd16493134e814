"""A whole game between the server and its client, with nothing between them but lines of text."""

import pytest
from client import Client
from server import Server

import stoneage_rules as sa


@pytest.fixture
def both():
    server, client = Server(seed=3), Client()
    client.read(server.lines())
    return server, client


def test_a_whole_game(both):
    server, client = both
    while not client.view.is_over:
        client.read(server.play(client.choose()))
    assert not client.refused
    assert tuple(sheet.total for sheet in client.sheets) == client.view.scores == server.game.state.scores
    told = [event for events in server.game.events() for event in events]
    assert [event.name for event in client.events] == [event.name for event in told]
    assert client.sheets == [server.game.score_sheet(seat) for seat in range(2)]


def test_a_refusal_comes_with_its_reasons(both):
    server, client = both
    client.read(server.play("place hut 1"))
    [reason] = client.refused
    assert reason.statement == "base.place.hut"
    assert client.view == sa.ViewData.from_dict(server.game.state.view(0).to_dict()), "nothing has changed"


def test_the_pending_question_is_typed(both):
    _, client = both
    assert client.view.pending.kind == "place-figures"
    assert client.view.pending.amount == client.view.seats[0].at_home
