"""``python -m languages``: a new language, what the code says now, how much is said, mistakes."""

import argparse
import sys
from pathlib import Path

from languages.checking import is_draft, mistakes, other_words, remarks
from languages.finding import find
from languages.known import CATALOGS, template_of
from languages.places import unexplained
from languages.upkeep import behind, folders, new, table, update
from renderer.lettering import Lettering


def say(text: object) -> None:
    """A line for who typed the command."""
    sys.stdout.write(f"{str(text).rstrip()}\n")


def check(catalogs: Path) -> list[str]:
    """What is wrong; what a draft says in other words than its glossary's is counted alone."""
    wrong = [*unexplained(template_of(catalogs))]
    legible = Lettering().legible
    for folder in folders(catalogs):
        wrong += mistakes(folder, legible)
        for remark in remarks(folder, legible):
            say(f"{folder.name}: {remark}")
        others = list(other_words(folder))
        if is_draft(folder):
            say(f"{folder.name}: {len(others)} times other words than the glossary's")
        else:
            wrong += (f"{folder.name}: {each}" for each in others)
    return wrong


def main() -> int:
    """Do what the command line says; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m languages", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    making = commands.add_parser("new", help="begin a language in a folder of its own")
    making.add_argument("code", help="such as it or pt_BR")
    commands.add_parser("update", help="bring catalogs up to date with what the code says")
    commands.add_parser("shares", help="say how much each language says")
    commands.add_parser("check", help="say what is wrong in the catalogs")
    words = commands.add_parser("words", help="say where a language leaves its glossary")
    words.add_argument("code")
    finding = commands.add_parser("find", help="say which message has an id, or says something")
    finding.add_argument("code", metavar="id", help="such as de-0a1b2c3d, or some English words")
    options = parser.parse_args()
    try:
        return _do(options.command, getattr(options, "code", ""))
    except (ValueError, OSError) as error:
        say(error)
        return 1


def _do(command: str, code: str) -> int:
    match command:
        case "new":
            say(f"{new(CATALOGS, code)} is there.")
        case "update":
            update(CATALOGS)
        case "shares":
            say(table(CATALOGS))
        case "find":
            english = {each: (each.english,) for each in template_of(CATALOGS)}
            say("\n".join(f"{each.id} {each.said!r}" for each in find(code, english)))
        case "words":
            say("\n".join(other_words(CATALOGS / code)))
        case _:
            wrong = [*check(CATALOGS), *behind(CATALOGS)]
            say("\n".join(wrong) or "The catalogs are well.")
            return int(bool(wrong))
    return 0


if __name__ == "__main__":
    sys.exit(main())
