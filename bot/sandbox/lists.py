"""Lists on the demo's pages: when a message changes, its lists show what it says is chosen.

simcord's pages remember what was chosen where a list stands in its message, and would show that
in the list that has taken its place, too.
"""

from __future__ import annotations

DRAWN = "  if (draftValue(key) === undefined) {\n"
"""In the function that draws a list: where it begins to ask what is chosen."""

RENEWED = """
  const shown = JSON.stringify([component.custom_id, component.options]);
  if (component.type === TYPE.STRING_SELECT && LISTS.get(key) !== shown) {
    LISTS.set(key, shown);
    if (draftValue(key) !== undefined) {
      options.onReconcileDraft?.(key, optionDefaults(entries).slice(0, maximum));
    }
  }
"""

LISTS = "\nconst LISTS = new Map();\n"


def renew_lists(script: str) -> str:
    """The script that draws lists, so that one that has changed begins anew."""
    return script.replace(DRAWN, RENEWED + DRAWN) + LISTS
