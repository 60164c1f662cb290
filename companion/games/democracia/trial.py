"""RULES.md, section 8 and prison: a trial from its opening to the sentence."""

from __future__ import annotations

from companion.engine import Ask, Script, Seat, aside, ask, each, first, one_of, together, yes_no

from . import events as e
from . import moves as m
from .agents import drop_case, free_judge, lose_agent
from .board import lose
from .piles import discard
from .state import Table, Trial
from .windows import president_window, react, reactions, suffer


def investigation_trial(t: Table, agent: str) -> Script[None]:
    """DEM-084 (c), DEM-087, DEM-110, DEM-112. Only of an illegal card with a token, and an agent not tried yet."""
    if agent in t.up and not t.face(t.up[agent]).legal and t.investigated(agent) and agent not in t.tried:
        yield from trial(t, agent)


def trial(t: Table, accused: str, frame: bool = False) -> Script[None]:
    """DEM-110..124. Whoever is found guilty has lost the card under the accused."""
    seat = t.owner_of(accused)
    assert seat is not None
    t.tried.append(accused)
    t.trial = Trial(accused, seat, t.up.get(accused, ""), frame)
    t.verdicts = {}
    t.tell(e.TrialOpened(accused, seat, frame))
    if (yield from annulled(t, accused, seat, frame)):
        t.tell(e.TrialAnnulled(accused))
    elif t.kind(accused) == "judge":
        t.tell(e.JudgeDismissed(accused))
        lose_agent(t, accused)  # DEM-114
    else:
        yield from instruction(t, accused, seat)
        if (yield from hearing(t, accused, seat)):
            yield from sentence(t, accused, seat)
    t.trial = None


def annulled(t: Table, accused: str, seat: Seat, frame: bool) -> Script[bool]:
    """DEM-111, DEM-336, DEM-517."""
    played = yield from react(t, seat, {seat: reactions(t, "trial")})
    if played is not None:
        judges = [] if frame else [j for j in t.judges() if t.tokens.get(j) == accused]
        if judges:
            judge = judges[0]
            if len(judges) > 1:
                judge = (yield from ask(m.ExcludeJudge, seat, judge=one_of(judges, of="agents", shown=True))).judge
            free_judge(t, judge)
        return True
    if seat != t.president or not t.mine(seat, "attorney") or t.attorney_used:
        return False
    if not (yield from ask(m.UseAttorney, seat, use=yes_no())).use:
        return False
    t.attorney_used = True
    t.tell(e.AttorneyUsed(seat))
    return True


def instruction(t: Table, accused: str, seat: Seat) -> Script[None]:
    """DEM-113, DEM-048. Whatever the verdict will be."""
    if t.plan.kinds[t.kind(accused)].affiliation not in ("party", "government"):
        return
    losses = {seat: t.plan.at.instruction}
    if (partner := t.partner(seat)) is not None:
        losses[partner] = t.plan.at.instruction_partner
    yield from suffer(t, losses, seat)


def hearing(t: Table, accused: str, seat: Seat) -> Script[bool]:
    """DEM-115..117. Whether the accused is guilty."""
    assert t.trial is not None
    t.trial = Trial(accused, seat, t.trial.card, t.trial.frame, "vote")
    illegal = accused in t.up and not t.face(t.up[accused]).legal
    owners: dict[Seat, list[str]] = {}
    for judge in t.judges():
        owner = t.owner_of(judge)
        if owner is None:
            declare(t, judge, not illegal)
        else:
            owners.setdefault(owner, []).append(judge)

    def asks() -> list[Ask[m.Judge]]:
        """Whoever has declared may still say otherwise, and nobody waits for that."""
        out: list[Ask[m.Judge]] = []
        for s, js in owners.items():
            one = ask(m.Judge, s, innocent=each(dict.fromkeys(js, yes_no("innocent")), of="agents", shown=True))
            out.append(aside(one) if all(j in t.verdicts for j in js) else one)
        return out

    if t.options.judge_votes == "simultaneous":
        for vote in (yield from together(asks())).values():
            for judge, innocent in vote.innocent.items():
                declare(t, judge, innocent)
    else:
        while len(t.verdicts) < len(t.judges()):
            said = yield from first(asks)
            for judge, innocent in said.innocent.items():
                declare(t, judge, innocent)
    yes = sum(t.verdicts.values())
    no = len(t.verdicts) - yes
    t.tell(e.FoundInnocent(accused, yes, no) if yes > no else e.FoundGuilty(accused, yes, no))
    return no > yes


def declare(t: Table, judge: str, innocent: bool) -> None:
    """DEM-124."""
    if t.verdicts.get(judge) != innocent:
        t.verdicts[judge] = innocent
        t.tell(e.JudgeVoted(judge, innocent))


# ---- the sentence


def sentence(t: Table, accused: str, seat: Seat) -> Script[None]:
    """DEM-119..123. The card is lost in any case."""
    assert t.trial is not None
    t.trial = Trial(accused, seat, t.trial.card, t.trial.frame, "sentence")
    drop_card(t, accused)
    if (yield from spared(t, accused, seat)):
        return
    if t.kind(accused) != "leader":
        lose_agent(t, accused)  # DEM-122
        if seat == t.president and t.options.president_any_conviction:
            resign_later(t, seat)
        return
    lose(t, seat, t.pop[seat])
    if seat == t.president:
        resign_later(t, seat)  # DEM-121
    else:
        jail(t, seat)


def drop_card(t: Table, agent: str) -> None:
    """DEM-119, DEM-412. Without cost and effect; of a briefcase the token goes too."""
    if agent not in t.up:
        return
    seat = t.owner_of(agent)
    assert seat is not None
    discard(t, seat, t.up.pop(agent))
    for case in [k for k, source in t.sources.items() if source == agent]:
        drop_case(t, case)


def spared(t: Table, accused: str, seat: Seat) -> Script[bool]:
    """DEM-521, DEM-522. By a scapegoat, or by the president's pardon."""
    barons = t.mine(seat, "baron")
    if t.kind(accused) == "leader":
        fitting = reactions(t, "guilty") if barons else []
        if (yield from react(t, seat, {seat: fitting})) is not None:
            goat = barons[0]
            if len(barons) > 1:
                goat = (yield from ask(m.Scapegoat, seat, agent=one_of(barons, of="agents", shown=True))).agent
            lose_agent(t, goat)
            return True
    ours = t.president is not None and t.party(seat) == t.party(t.president)
    if ours and (yield from president_window(t, "guilty")) == "overturn_conviction":
        t.tell(e.Pardoned(accused))
        return True
    return False


def resign_later(t: Table, seat: Seat) -> None:
    if not t.must_resign:
        t.must_resign = True
        t.tell(e.MustResign(seat))


def jail(t: Table, seat: Seat) -> None:
    """DEM-120, DEM-130, DEM-133, DEM-136."""
    if seat not in t.convicted:
        t.convicted.append(seat)
        t.tell(e.Jailed(seat))
    partner = t.partner(seat)
    party = t.party(seat)
    if partner is not None and t.candidates.get(party) == seat and not t.is_jailed(partner):
        t.candidates[party] = partner
        t.tell(e.IsCandidate(partner, party))
