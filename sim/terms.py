"""The field's own words: each in Korean, in Latin letters, and explained."""

from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["TERMS", "romanised", "term"]

TERMS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        # how games end
        "stop": ("스톱", "stop"),
        "highest": ("최고점", "highest points"),
        "nagari": ("나가리", "drawn"),
        "chongtong": ("총통", "four dealt"),
        "five_brights": ("오광", "five 광 dealt"),
        "triple_ppeok": ("3뻑", "third 뻑"),
        "floor_four": ("바닥", "총통 on floor"),
        "two_chongtong": ("총통", "two at once"),
        # what multiplies
        "bright_bak": ("광박", "no 광"),
        "pi_bak": ("피박", "few 피"),
        "go_bak": ("고박", "had called go"),
        "pays_all": ("독박", "pays for all"),
        "animals7": ("멍박", "seven 열끗"),
        "go": ("3고", "three goes or more"),
        "shake": ("흔들기", "shake"),
        "bomb": ("폭탄", "bomb"),
        "carry": ("나가리", "carried"),
        "capped": ("상한", "payment capped"),
        # what winners hold
        "bright3": ("3광", "three 광"),
        "bright3_rain": ("비3광", "three with 비광"),
        "bright4": ("4광", "four 광"),
        "bright5": ("5광", "five 광"),
        "godori": ("고도리", "three birds"),
        "red_dan": ("홍단", "red ribbons"),
        "blue_dan": ("청단", "blue ribbons"),
        "grass_dan": ("초단", "grass ribbons"),
        "first_ppeok_paid": ("첫뻑", "first 뻑 paid"),
        # what happens to a seat
        "goes": ("고", "go"),
        "shakes": ("흔들기", "shake"),
        "bombs": ("폭탄", "bomb"),
        "ppeoks": ("뻑", "stuck"),
        "jjoks": ("쪽", "pair made"),
        "ttadaks": ("따닥", "double pair"),
        "sweeps": ("쓸", "floor swept"),
        "eats": ("뻑 먹기", "pile eaten"),
        # what a turn can be
        "joker": ("조커", "joker"),
        "jjok": ("쪽", "pair made"),
        "ttadak": ("따닥", "double pair"),
        "ppeok": ("뻑", "stuck"),
        "eat": ("뻑 먹기", "another's pile eaten"),
        "eat_own": ("자뻑", "own pile eaten"),
        "eat_floor": ("바닥 뻑", "dealt pile eaten"),
        "sweep": ("쓸", "floor swept"),
        # what points are made of
        "bright": ("광", "brights"),
        "dan": ("단", "ribbon sets"),
        "animals": ("열끗", "animals"),
        "ribbons": ("띠", "ribbons"),
        "pi": ("피", "pi"),
    }
)
"""Of each word that files and JSON use, the Korean term and what it means."""

_ROMAN: Mapping[str, str] = MappingProxyType(
    {
        "뻑 먹기": "ppeok meokgi",
        "나가리": "nagari",
        "최고점": "choegojeom",
        "흔들기": "heundeulgi",
        "고도리": "godori",
        "고스톱": "Go-Stop",
        "스톱": "seutop",
        "열끗": "yeolkkeut",
        "총통": "chongtong",
        "오광": "ogwang",
        "비광": "bigwang",
        "국진": "gukjin",
        "바닥": "badak",
        "광박": "gwangbak",
        "피박": "pibak",
        "고박": "gobak",
        "독박": "dokbak",
        "멍박": "meongbak",
        "폭탄": "poktan",
        "상한": "sanghan",
        "홍단": "hongdan",
        "청단": "cheongdan",
        "초단": "chodan",
        "첫뻑": "cheotppeok",
        "자뻑": "jappeok",
        "조커": "joker",
        "따닥": "ttadak",
        "쪽": "jjok",
        "뻑": "ppeok",
        "쓸": "sseul",
        "광": "gwang",
        "띠": "tti",
        "단": "dan",
        "피": "pi",
        "비": "bi",
        "고": "go",
        "선": "seon",
    }
)
"""Longer words first, so that none is broken by a shorter one in it."""


def romanised(text: str) -> str:
    """Write the Korean terms of a text in Latin letters."""
    for korean, latin in _ROMAN.items():
        text = text.replace(korean, latin)
    return text


def term(word: str, ascii: bool = False) -> str:
    """Return a term and what it means, for a reader: "뻑 stuck"; an unknown word is left alone."""
    if word not in TERMS:
        return word
    korean, meaning = TERMS[word]
    told = f"{korean} {meaning}"
    return romanised(told) if ascii else told
