"""RULES.md, section 8 and prison: a trial from its opening to the sentence."""

from __future__ import annotations

from msgspec.structs import replace as changed

from companion.engine import Ask, Script, Seat, aside, ask, each, first, one_of, together, upon, yes_no

from . import events as e
from . import moves as m
from .agents import drop_case, free_judge, lose_agent
from .board import lose
from .piles import discard
from .state import Table, Threat, Trial
from .windows import president_window, react, reactions, suffer


def investigation_trial(t: Table, agent: str) -> Script[None]:
    """DEM-084 (c), DEM-087, DEM-110, DEM-112. Only of an illegal card with a token, and an agent not tried yet."""
    if agent in t.up and not t.face(t.up[agent]).legal and t.investigated(agent) and agent not in t.tried:
        yield from trial(t, agent)


def trial(t: Table, accused: str, frame: bool = False, by: Seat | None = None, cause: str = "") -> Script[None]:
    """DEM-110..124. Whoever is found guilty has lost the card under the accused. `by`: whose briefcase wants it;
    `cause`: its card."""
    seat = t.owner_of(accused)
    assert seat is not None
    t.tried.append(accused)
    card = t.up.get(accused, "")
    illegal = bool(card) and not t.face(card).legal
    losses, threat = instruction(t, accused, seat), threatened(t, accused, seat)
    t.trial = Trial(accused, seat, card, by=by, cause=cause, illegal=illegal, losses=losses, threat=threat)
    t.verdicts = {}
    t.tell(e.TrialOpened(accused, seat))
    if (yield from annulled(t, accused, seat, frame)):
        t.tell(e.TrialAnnulled(accused))
    elif threat == "dismissed":
        t.tell(e.JudgeDismissed(accused))
        lose_agent(t, accused)  # DEM-114
    else:
        yield from suffer(t, losses, seat)
        if (yield from hearing(t, accused)):
            yield from sentence(t, accused, seat)
    t.trial = None


def instruction(t: Table, accused: str, seat: Seat) -> dict[Seat, int]:
    """DEM-113, DEM-048. What it costs whom, whatever the verdict will be."""
    if t.plan.kinds[t.kind(accused)].affiliation not in ("party", "government"):
        return {}
    losses, partner = {seat: t.plan.at.instruction}, t.partner(seat)
    return losses if partner is None else losses | {partner: t.plan.at.instruction_partner}


def threatened(t: Table, accused: str, seat: Seat) -> Threat:
    """DEM-114, DEM-120..123. What becomes of the accused, or of its player, if it is found guilty."""
    if t.kind(accused) == "judge":
        return "dismissed"
    if t.kind(accused) == "leader":
        return "resigns" if seat == t.president else "prison"
    both = seat == t.president and t.options.president_any_conviction
    return "lost-and-resigns" if both else "lost"


def annulled(t: Table, accused: str, seat: Seat, frame: bool) -> Script[bool]:
    """DEM-111, DEM-336, DEM-517."""
    played = yield from react(t, seat, {seat: reactions(t, "trial")}, "trial")
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


def hearing(t: Table, accused: str) -> Script[bool]:
    """DEM-115..117. Whether the accused is guilty."""
    assert t.trial is not None
    t.trial = changed(t.trial, stage="vote")
    owners: dict[Seat, list[str]] = {}
    for judge in t.judges():
        owner = t.owner_of(judge)
        if owner is None:
            declare(t, judge, not t.trial.illegal)
        else:
            owners.setdefault(owner, []).append(judge)

    def vote(s: Seat, js: list[str]) -> Ask[m.Judge]:
        return ask(m.Judge, s, innocent=each(dict.fromkeys(js, yes_no("innocent")), of="agents", shown=True))

    def asks() -> list[Ask[m.Judge]]:
        """Whoever has declared may still say otherwise, and nobody waits for that."""
        every = [(vote(s, js), all(j in t.verdicts for j in js)) for s, js in owners.items()]
        return [upon(aside(one), "declared") if declared else one for one, declared in every]

    if t.options.judge_votes == "simultaneous":
        sealed = together(upon(vote(s, js), "sealed") for s, js in owners.items())
        for vote_ in (yield from sealed).values():
            for judge, innocent in vote_.innocent.items():
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
    t.trial = changed(t.trial, stage="sentence")
    threat = t.trial.threat
    drop_card(t, accused)
    if (yield from spared(t, accused, seat)):
        return
    if threat in ("lost", "lost-and-resigns"):
        lose_agent(t, accused)  # DEM-122
    else:
        lose(t, seat, t.pop[seat])
    if threat in ("resigns", "lost-and-resigns"):
        resign_later(t, seat)  # DEM-121, DEM-123
    elif threat == "prison":
        jail(t, seat)  # DEM-120


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
        if (yield from react(t, seat, {seat: fitting}, "guilty")) is not None:
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
