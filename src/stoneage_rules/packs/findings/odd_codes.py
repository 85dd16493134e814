"""The codes of what is allowed but odd: `stoneage check` tells it, and nothing else does.

How it is found is in `lint` and `unread`.
"""

from __future__ import annotations

from stoneage_rules.packs.findings.code import Code

__all__ = ["ODD_CODES"]

ODD_CODES = (
    Code(
        "SA501",
        "Nothing in the pack uses this option.",
        "pack.toml declares an option, and tables can set it, but no `when` and no value of the pack depends on it. Whoever "
        "sets it will wonder why nothing changes.",
        'Use the option: `when = [{ option = "NAME" }]` on a record or edit, or `{ option = "NAME" }` in place of a value. '
        "Otherwise take it out of pack.toml.",
    ),
    Code(
        "SA502",
        "Nothing in the pack uses this optional pack.",
        "pack.toml names a pack under [optional], but no file begins with `only_if.packs` for it, no `when` asks for it, no "
        "id is written with its name, and no `where` could find its records. The line promises something that never "
        "happens.",
        "Take the line away. If the order of the two matters, name the pack under `after` in [order] instead.",
    ),
    Code(
        "SA503",
        "This decision of the table settles nothing.",
        "`resolve` in the table file decides between packs that disagree about a value. Here no packs disagree about the "
        "value named, or the pack that is to count is none of them.",
        "Copy the line from the message of the conflict: it has the value's name as it must be written. If the conflict is "
        "gone because a pack has changed, take the decision away.",
    ),
    Code(
        "SA504",
        "Nothing uses this statement.",
        "The pack states a rule, but no record has it under `rules`, and it names no check and no verb of the library. A "
        "player would never be told it, and nothing shows that the pack carries it out.",
        "Add its id to `rules` of the records and edits that carry it out, or take the statement away. A statement that a "
        "check enforces names that check under `checks`.",
    ),
    Code(
        "SA505",
        "Nothing uses this record.",
        "The pack declares a good, track, symbol, icon, mark, zone, dice table or kind of item, or puts records into a "
        "group, but nothing in any pack at this table uses it; or it has a row in which no effect lays anything out. It makes "
        "no difference to any game.",
        "Use it, or take it away. A row is filled in the set-up, and again in a phase if it is to be kept full. "
        "Perhaps it was meant to replace another one of nearly the same name.",
    ),
    Code(
        "SA506",
        "A pack that comes later undoes this edit.",
        "Both packs change the same value, and the later one counts, as their order says. That may be just what is meant: "
        "then there is nothing to do.",
        "If it is not meant, write the later edit as `adjust` or `append`, so that it adds to the earlier one, or change "
        "the order of the packs. If it is meant, allow the finding with a comment.",
    ),
    Code(
        "SA507",
        "This condition can never hold.",
        "A row of `when` asks for a number of players that cannot play at this table's range of players, or two rows ask for "
        "different values of one option. What only such a condition guards is never used.",
        "Correct the numbers or values, or take the row away. To widen the range, patch the record of the kind `seats`.",
    ),
    Code(
        "SA508",
        "This file says nothing.",
        "The file has neither a record nor an edit, so it does not matter whether it is there. A file that begins with "
        "`only_if.packs` and has nothing after it is most likely unfinished.",
        "Write what belongs into it, or delete it. A file that is kept for later can wait outside the pack.",
    ),
    Code(
        "SA509",
        "This comment is not needed, or gives no reason.",
        "`# stoneage: allow SA505 reason` on the line of a finding, or on the line above, keeps a warning from being shown. "
        "Here there is no such warning, or the reason is missing. Errors cannot be allowed.",
        "Take the comment away, put it on the line of the finding, or add the reason. One comment allows one code.",
    ),
    Code(
        "SA510",
        "Nobody can get items of this kind.",
        "The kind has items, but no row lays them out, and no effect draws them. They stay in the zone in which they start.",
        "Add a [[row]] with spaces for them, or an effect that draws them. A kind whose items only wait to be moved into "
        "another zone must be laid out or drawn from there.",
    ),
    Code(
        "SA511",
        "Figures on this location do nothing.",
        "Figures can be placed on the location, but it has no effects, and no row lays anything on it. Whoever places there "
        "gets nothing for it.",
        "Add `effects`. If placing is itself the point, because it keeps others away, allow the finding with a comment.",
    ),
    Code(
        "SA512",
        "This line names a pack that is not installed.",
        "[order] and [conflicts] may name packs that are not there, so a wrong name would never be noticed. No pack "
        "installed or at this table is called like this.",
        "Correct the spelling; the message names the nearest. If the pack is simply not installed here, nothing is wrong.",
    ),
    Code(
        "SA513",
        "This condition always holds.",
        "A row of `when`, or a name under `only_if.packs`, asks for what is so wherever the pack can be: a pack that it "
        "requires, every number of players that there can be, the only value that an option can have. It keeps nothing "
        "out, and whoever reads it believes that it does.",
        "Take the condition away. If it was meant for a pack that need not be there, name that pack under [optional] "
        "instead of [requires].",
    ),
    Code(
        "SA514",
        "No game reads this in its place.",
        "The key is one that such a record can have, but here it can make no difference: a price where a space sets it or "
        "nothing is sold, a purchase where nothing lies, effects that never happen, a kind that nobody can buy. All tables "
        "that were looked at agree: with every number of players, and with each of the optional packs.",
        "Take the key away, or add what would read it; the message says what that is. If another pack reads it, name that "
        "pack under [optional], so that it is looked at too.",
    ),
    Code(
        "SA515",
        "This number can never be reached, or never binds.",
        "A number lies beyond what there can be: a rate beyond the end of its track, more figures than a colour has, more "
        "steps or tools than there is room for. Or a bound is so wide that nothing ever meets it, so that the game is the "
        "same without it.",
        "Lower the number to what the message names, or take the line away. If the range itself should be wider, change "
        "the record that sets it: `track`, `figure`, `tool` or the `circles` of the location.",
    ),
    Code(
        "SA516",
        "Nothing comes of this item.",
        "Whoever takes the item gets nothing: it has no effects, at once or later, no workplace, no symbol and no icons, "
        "and nothing counts how many items of its kind a player has. Most likely something is still to be written.",
        "Add `effects`, a `symbol` or `icons`. If it is to be a blank among the others, allow the finding with a comment.",
    ),
    Code(
        "SA517",
        "This is got and never counted, or counted and never got.",
        "A good with which nothing is paid, a track on which nothing depends, an icon or symbol that no line of final "
        "scoring counts, a mark that bars nothing: players can get it, and it makes no difference. Or the other way round: "
        "a quantity counts what nobody can ever get, so that it is always 0.",
        "Add what is missing: a price, a line of final scoring, an effect that brings it. Otherwise take the record or the "
        "line away.",
    ),
)
