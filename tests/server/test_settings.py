"""The settings of the server: their sources, their order, and their errors."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from sumito.server.settings import Settings, SettingsError, read_settings


def test_options_precede_the_environment_and_that_the_file(tmp_path: Path) -> None:
    file = tmp_path / "sumito.toml"
    file.write_text('host = "file"\nport = 1\nredis = "redis://file"\ngames_per_address = 7\n', encoding="utf-8")
    environment = {"SUMITO_HOST": "environment", "SUMITO_PORT": "2", "SUMITO_CONFIG": str(file), "OTHER": "x"}
    found = read_settings({"host": "option", "port": None, "redis": None}, environment)
    assert (found.host, found.port, found.redis, found.games_per_address) == ("option", 2, "redis://file", 7)
    assert found.message_burst == Settings().message_burst


def test_a_given_file_precedes_the_one_of_the_environment(tmp_path: Path) -> None:
    for name in ("first", "second"):
        (tmp_path / name).write_text(f'host = "{name}"', encoding="utf-8")
    environment = {"SUMITO_CONFIG": str(tmp_path / "first")}
    assert read_settings({}, environment).host == "first"
    assert read_settings({}, environment, tmp_path / "second").host == "second"
    with pytest.raises(FileNotFoundError):
        read_settings({}, {"SUMITO_CONFIG": str(tmp_path / "missing")})


@pytest.mark.parametrize("name", [each.name for each in fields(Settings)])
def test_every_setting_has_an_environment_variable(name: str) -> None:
    values = {"public_url": "http://a.example", "trusted_proxies": "192.0.2.1"}
    value = values.get(name, "77")
    assert str(getattr(read_settings({}, {f"SUMITO_{name.upper()}": value}), name)) == value


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("colour = 1", r"sumito\.toml, colour: there is no such setting; the settings are host, port, .*"),
        ('port = "x"', r"sumito\.toml, port: must be a whole number, not 'x'"),
        ("port = true", r"sumito\.toml, port: must be a whole number, not True"),
        ("port = 1.5", r"sumito\.toml, port: must be a whole number, not 1\.5"),
        ("host = 1", r"sumito\.toml, host: must be a text, not 1"),
        ("port = ", r"sumito\.toml: "),
        ("port = 65536", "port must be a whole number from 0 to 65535, not 65536"),
        ('public_url = "abalone.example"', "public_url must be an http or https address, not 'abalone.example'"),
        ('public_url = "https://"', "public_url must be an http or https address, not 'https://'"),
        ('trusted_proxies = "*"', r"trusted_proxies must be addresses or networks, not '\*'"),
        ('trusted_proxies = "127.0.0.1, proxy"', "trusted_proxies must be addresses or networks, not 'proxy'"),
        *(
            (f"{name} = 0", f"{name} must be at least 1, not 0")
            for name in (
                "sockets_per_address",
                "handshakes_per_address",
                "games_per_address",
                "messages_per_second",
                "message_burst",
            )
        ),
    ],
)
def test_bad_settings_are_refused(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "sumito.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(SettingsError, match=message):
        read_settings({}, {}, file)


@pytest.mark.parametrize("value", ["", "x", "-1", "1.5", "٣"])
def test_bad_variables_are_refused(value: str) -> None:
    with pytest.raises(SettingsError, match="the environment variable SUMITO_PORT: must be a whole number, not "):
        read_settings({}, {"SUMITO_PORT": value})


def test_files_that_are_not_text_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "sumito.toml"
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(SettingsError, match=r"sumito\.toml: "):
        read_settings({}, {}, file)


@pytest.mark.parametrize("proxies", ["", "127.0.0.1", "::1, 10.0.0.0/8,2001:db8::/32"])
def test_proxies_are_addresses_and_networks(proxies: str) -> None:
    assert Settings(trusted_proxies=proxies).trusted_proxies == proxies


def test_https_is_secure() -> None:
    assert Settings(public_url="https://a.example").is_secure
    assert not Settings(public_url="http://a.example").is_secure
    assert not Settings().is_secure
