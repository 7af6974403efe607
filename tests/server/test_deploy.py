"""The files in `deploy/`: as far as they can be checked without a container engine and without systemd running."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from conftest import REPOSITORY
from server.cluster import Redis, free_port, program, write_nginx
from server.postgres import Postgres

DEPLOY = REPOSITORY / "deploy"
SECONDS = 60
HTTPS = ("-f", "compose.https.yaml")


def run(*command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=DEPLOY,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )


# ---- containers


def services(*files: str) -> dict[str, str]:
    """Return the services of the compose file as text, after all anchors and variables have been resolved."""
    done = run(*(program("docker-compose"), "-f", "compose.yaml", *files, "config"), SUMITO_DATABASE_PASSWORD="secret")
    assert done.returncode == 0, done.stderr
    part = re.split(r"^(?=\w)", done.stdout, flags=re.M)
    (text,) = (each for each in part if each.startswith("services:"))
    return dict(re.findall(r"^  ([\w-]+):\n((?:    .*\n)+)", text, re.M))


def test_every_container_is_confined_and_watched() -> None:
    for files in ((), HTTPS):
        found = services(*files)
        assert set(found) == {"proxy", "server-1", "server-2", "database", "redis"}
        for name, text in found.items():
            for line in ("read_only: true", "cap_drop:", "- ALL", "- no-new-privileges:true", "pids_limit: 300"):
                assert re.search(rf"^ +{line}$", text, re.M), (name, line)
            user = re.search(r"^    user: \D?(\d+):", text, re.M)
            assert user is not None, name
            assert int(user[1]) > 0, name
            assert "healthcheck:" in text or "image: sumito\n" in text, name  # the image has its own
            assert ("outside:" in text) == (name == "proxy"), name
            assert ("ports:" in text) == (name == "proxy"), name


def test_https_takes_the_place_of_http() -> None:
    assert "nginx/http.conf:/etc/sumito/site.conf:ro" in services()["proxy"]
    proxy = services(*HTTPS)["proxy"]
    assert "nginx/https.conf:/etc/sumito/site.conf:ro" in proxy
    assert "nginx/http.conf" not in proxy
    assert "/tls:/etc/sumito/tls:ro" in proxy


def test_a_password_is_necessary() -> None:
    done = run(program("docker-compose"), "-f", "compose.yaml", "config", SUMITO_DATABASE_PASSWORD="")
    assert done.returncode != 0
    assert "write it into the file .env" in done.stderr


def test_the_example_of_settings_has_every_variable() -> None:
    text = "".join((DEPLOY / name).read_text(encoding="utf-8") for name in ("compose.yaml", "compose.https.yaml"))
    known = re.findall(r"^(\w+)=", (DEPLOY / "env.example").read_text(encoding="utf-8"), re.M)
    assert set(re.findall(r"\$\{(\w+)", text)) | {"COMPOSE_PROJECT_NAME"} == set(known)


def instruction(name: str) -> str:
    """Return the arguments of the last instruction with a name."""
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    found: str = re.findall(rf"^{name} +(.*)$", text, re.M)[-1]
    return found


def command_of(name: str) -> list[str]:
    """Return the command of an instruction, which is a list of JSON."""
    text = instruction(name)
    found: list[str] = json.loads(text[text.index("[") :])
    return found


# The interpreter of the tests can be in root's home, so the command keeps the right to read everything.
READ = "+dac_read_search"
CONFINE = (
    "mount --make-rprivate / && mount -o remount,bind,ro / && exec setpriv --reuid 6161 --regid 6161 --clear-groups "
    f'--no-new-privs --bounding-set=-all,{READ} --inh-caps=-all,{READ} --ambient-caps={READ} "$@"'
)


def confined(command: list[str]) -> list[str]:
    """Return a command with the rights that it has in its container. Only root can take rights away in this way."""
    return [*(("unshare", "--mount", "sh", "-c", CONFINE, "sh") if os.getuid() == 0 else ()), *command]


def test_the_command_of_the_image_serves_and_its_health_check_notices(postgres: Postgres, tmp_path: Path) -> None:
    redis, port = Redis(tmp_path), free_port()
    url = postgres.empty_database()
    environment = dict(re.findall(r"^      (SUMITO_\w+): (.*)$", services()["server-1"], re.M))
    assert environment["SUMITO_DATABASE"] == "postgresql://sumito:secret@database/sumito"
    environment |= dict(pair.split("=") for pair in instruction("ENV").split())
    assert (environment["SUMITO_HOST"], environment["SUMITO_PORT"]) == ("0.0.0.0", "8000")
    environment |= {
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "SUMITO_DATABASE": f"postgresql://sumito:secret@/games?host={url.query['host']}",
        "SUMITO_REDIS": redis.url,
        "SUMITO_PORT": str(port),
    }
    serve, health = command_of("CMD"), command_of("HEALTHCHECK")
    health[-1] = health[-1].replace(":8000/", f":{port}/")
    assert serve == ["sumito", "serve"]

    def is_healthy() -> bool:
        return subprocess.run(health, env=environment, stderr=subprocess.DEVNULL, check=False).returncode == 0

    assert not is_healthy()
    redis.start()
    process = subprocess.Popen(confined(serve), env=environment, cwd="/", stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == f"sumito is at http://0.0.0.0:{port}/ (Ctrl-C stops it)\n"
        assert is_healthy()
        public = urllib.request.Request(
            f"http://127.0.0.1:{port}/online/yours", headers={"Host": "127.0.0.1:8080", "X-Forwarded-For": "192.0.2.1"}
        )
        assert json.load(urllib.request.urlopen(public, timeout=SECONDS))["games"] == []
    finally:
        process.terminate()
        process.communicate(timeout=SECONDS)
        redis.kill()
    assert not is_healthy()


def test_the_context_of_the_image_has_what_the_package_is_built_from() -> None:
    """Everything of the source distribution, apart from its tests."""
    lines = (REPOSITORY / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert lines[1] == "*"
    kept = {line.removeprefix("!") for line in lines if line.startswith("!")}
    text = (REPOSITORY / "pyproject.toml").read_text(encoding="utf-8")
    (listed,) = re.findall(r"^sdist\.include = \[\n(.*)\n\]", text, re.M)
    wanted = {each.removesuffix("/**") for each in re.findall(r'"([^"]+)"', listed) if not each.startswith("tests/")}
    assert kept == wanted
    (built,) = re.findall(r"^sdist\.exclude = \[(.*)\]", text, re.M)
    left_out = {line for line in lines if not line.startswith(("!", "#"))} - {"*"}
    assert left_out == set(re.findall(r'"([^"]+)"', built))


# ---- nginx


def certificate(folder: Path) -> None:
    """Make a certificate in a folder."""
    folder.mkdir()
    names = ("-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem"))
    done = run(program("openssl"), *("req", "-x509", "-nodes", "-newkey", "rsa:2048", "-subj", "/CN=x", *names))
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("site", ["http.conf", "https.conf"])
def test_nginx_takes_the_shipped_configuration(tmp_path: Path, site: str) -> None:
    certificate(tmp_path / "tls")
    done = run(*write_nginx(tmp_path, free_port(), site=site), "-t")
    assert done.returncode == 0, done.stderr
    assert "test is successful" in done.stderr
    assert "[warn]" not in done.stderr.replace("the listen ... http2", "")


def test_nginx_takes_the_configuration_of_the_docs(tmp_path: Path) -> None:
    page = (REPOSITORY / "docs/hosting.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"^```nginx\n(.*?)^```", page, re.M | re.S)
    certificate(tmp_path / "tls")
    command = write_nginx(tmp_path, free_port())
    main = (tmp_path / "nginx.conf").read_text(encoding="utf-8")
    (tmp_path / "nginx.conf").write_text(re.sub(r"upstream sumito \{.*?\}\n", "", main, flags=re.S), encoding="utf-8")
    place = "/etc/letsencrypt/live/abalone.example"
    assert shown.count(place) == 2
    text = shown.replace(place, str(tmp_path / "tls")).replace("listen 443", f"listen 127.0.0.1:{free_port()}")
    (tmp_path / "site.conf").write_text(text, encoding="utf-8")
    done = run(*command, "-t")
    assert done.returncode == 0, done.stderr


# ---- systemd


def unit(folder: Path) -> Path:
    """Write the unit with a program that exists. Return the path of an instance."""
    text = (DEPLOY / "systemd/sumito@.service").read_text(encoding="utf-8")
    assert "/opt/sumito/bin/sumito" in text
    shown = text.replace("/opt/sumito/bin/sumito", str(Path(sys.executable).parent / "sumito"))
    (folder / "sumito@.service").write_text(shown, encoding="utf-8")
    return folder / "sumito@8000.service"


def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    done = run(program("systemd-analyze"), "verify", str(unit(tmp_path)))
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_the_unit_takes_rights_away(tmp_path: Path) -> None:
    unit(tmp_path)
    done = run(
        program("systemd-analyze"), "security", "--offline=true", "--no-pager", str(tmp_path / "sumito@.service")
    )
    level = re.search(r"Overall exposure level .*: ([\d.]+)", done.stdout)
    assert level is not None, done.stdout + done.stderr
    assert float(level[1]) < 2
