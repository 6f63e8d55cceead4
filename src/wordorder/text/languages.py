"""The table of languages with their stemmers, tokenisers and synonyms.

A language is named by its BCP 47 code and never guessed from the text. The stemmer or synonyms of a
language may be None; every language has a tokeniser.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from wordorder.errors import UsageError, expect

if TYPE_CHECKING:
    from wordorder.text.tokenizers import TokenizerName


@dataclass(frozen=True, slots=True)
class Language:
    """One language and its resources.

    Attributes:
        code: Its BCP 47 code with the usual capitalisation: ``en``, ``zh-TW``.
        name: Its English name.
        aliases: Other codes of the same language: ISO 639-3 (for a macrolanguage also the
            member used in test sets such as FLORES), the bibliographic codes of ISO 639-2, such as
            ``ger``, and withdrawn ISO 639-1 codes.
        stemmer: The Snowball stemmer, as named in PyStemmer 3.1, or None.
        tokenizer: sacreBLEU's tokeniser for this language, or else ``13a`` or ``char``.
        synonyms: The synonym resource, or None.
    """

    code: str
    name: str
    aliases: tuple[str, ...] = ()
    stemmer: str | None = None
    tokenizer: TokenizerName = "13a"
    synonyms: Literal["wordnet"] | None = None


# ISO 639-1, the other languages of WMT and FLORES test sets, and the regions and scripts that
# people name in their files.
#
# `char` is for scripts without spaces between words and without a tokeniser in sacreBLEU (Burmese,
# Khmer, Lao, Thai, Tibetan): 13a would turn a whole sentence into one word, and one word has no
# order. Characters are too fine, but always comparable.
#
# Norwegian's stemmer knows the endings of Bokmål and of Nynorsk, Serbian's both alphabets.
LANGUAGES: tuple[Language, ...] = (
    Language("aa", "Afar", aliases=("aar",)),
    Language("ab", "Abkhazian", aliases=("abk",)),
    Language("ae", "Avestan", aliases=("ave",)),
    Language("af", "Afrikaans", aliases=("afr",)),
    Language("ak", "Akan", aliases=("aka",)),
    Language("am", "Amharic", aliases=("amh",)),
    Language("an", "Aragonese", aliases=("arg",)),
    Language("apc", "North Levantine Arabic"),
    Language("ar", "Arabic", aliases=("ara", "arb"), stemmer="arabic"),
    Language("ary", "Moroccan Arabic"),
    Language("arz", "Egyptian Arabic"),
    Language("as", "Assamese", aliases=("asm",)),
    Language("ast", "Asturian"),
    Language("av", "Avaric", aliases=("ava",)),
    Language("awa", "Awadhi"),
    Language("ay", "Aymara", aliases=("aym", "ayr")),
    Language("az", "Azerbaijani", aliases=("aze", "azj")),
    Language("ba", "Bashkir", aliases=("bak",)),
    Language("bar", "Bavarian"),
    Language("be", "Belarusian", aliases=("bel",)),
    Language("bem", "Bemba"),
    Language("bg", "Bulgarian", aliases=("bul",)),
    Language("bho", "Bhojpuri"),
    Language("bi", "Bislama", aliases=("bis",)),
    Language("bm", "Bambara", aliases=("bam",)),
    Language("bn", "Bengali", aliases=("ben",)),
    Language("bo", "Tibetan", aliases=("bod", "tib"), tokenizer="char"),
    Language("br", "Breton", aliases=("bre",)),
    Language("bs", "Bosnian", aliases=("bos",)),
    Language("ca", "Catalan", aliases=("cat",), stemmer="catalan"),
    Language("ce", "Chechen", aliases=("che",)),
    Language("ceb", "Cebuano"),
    Language("ch", "Chamorro", aliases=("cha",)),
    Language("ckb", "Central Kurdish"),
    Language("co", "Corsican", aliases=("cos",)),
    Language("cr", "Cree", aliases=("cre",)),
    Language("cs", "Czech", aliases=("ces", "cze"), stemmer="czech"),
    Language("cu", "Church Slavic", aliases=("chu",)),
    Language("cv", "Chuvash", aliases=("chv",)),
    Language("cy", "Welsh", aliases=("cym", "wel")),
    Language("da", "Danish", aliases=("dan",), stemmer="danish"),
    Language("de", "German", aliases=("deu", "ger"), stemmer="german"),
    Language("dsb", "Lower Sorbian"),
    Language("dv", "Divehi", aliases=("div",)),
    Language("dz", "Dzongkha", aliases=("dzo",), tokenizer="char"),
    Language("ee", "Ewe", aliases=("ewe",)),
    Language("el", "Greek", aliases=("ell", "gre"), stemmer="greek"),
    Language("en", "English", aliases=("eng",), stemmer="english", synonyms="wordnet"),
    Language("eo", "Esperanto", aliases=("epo",), stemmer="esperanto"),
    Language("es", "Spanish", aliases=("spa",), stemmer="spanish"),
    Language("et", "Estonian", aliases=("est", "ekk"), stemmer="estonian"),
    Language("eu", "Basque", aliases=("eus", "baq"), stemmer="basque"),
    Language("fa", "Persian", aliases=("fas", "pes", "prs", "per"), stemmer="persian"),
    Language("ff", "Fulah", aliases=("ful", "fuv")),
    Language("fi", "Finnish", aliases=("fin",), stemmer="finnish"),
    Language("fil", "Filipino"),
    Language("fj", "Fijian", aliases=("fij",)),
    Language("fo", "Faroese", aliases=("fao",)),
    Language("fr", "French", aliases=("fra", "fre"), stemmer="french"),
    Language("fur", "Friulian"),
    Language("fy", "Western Frisian", aliases=("fry",)),
    Language("ga", "Irish", aliases=("gle",), stemmer="irish"),
    Language("gd", "Scottish Gaelic", aliases=("gla",)),
    Language("gl", "Galician", aliases=("glg",)),
    Language("gn", "Guarani", aliases=("grn", "gug")),
    Language("gsw", "Swiss German"),
    Language("gu", "Gujarati", aliases=("guj",)),
    Language("gv", "Manx", aliases=("glv",)),
    Language("ha", "Hausa", aliases=("hau",)),
    Language("haw", "Hawaiian"),
    Language("he", "Hebrew", aliases=("heb", "iw")),
    Language("hi", "Hindi", aliases=("hin",), stemmer="hindi"),
    Language("hne", "Chhattisgarhi"),
    Language("ho", "Hiri Motu", aliases=("hmo",)),
    Language("hr", "Croatian", aliases=("hrv",)),
    Language("hsb", "Upper Sorbian"),
    Language("ht", "Haitian Creole", aliases=("hat",)),
    Language("hu", "Hungarian", aliases=("hun",), stemmer="hungarian"),
    Language("hy", "Armenian", aliases=("hye", "arm"), stemmer="armenian"),
    Language("hz", "Herero", aliases=("her",)),
    Language("ia", "Interlingua", aliases=("ina",)),
    Language("id", "Indonesian", aliases=("ind", "in"), stemmer="indonesian"),
    Language("ie", "Interlingue", aliases=("ile",)),
    Language("ig", "Igbo", aliases=("ibo",)),
    Language("ii", "Sichuan Yi", aliases=("iii",)),
    Language("ik", "Inupiaq", aliases=("ipk",)),
    Language("ilo", "Iloko"),
    Language("io", "Ido", aliases=("ido",)),
    Language("is", "Icelandic", aliases=("isl", "ice")),
    Language("it", "Italian", aliases=("ita",), stemmer="italian"),
    Language("iu", "Inuktitut", aliases=("iku", "ike")),
    Language("ja", "Japanese", aliases=("jpn",), tokenizer="ja-mecab"),
    # Romanised Japanese has spaces, and MeCab's dictionary lacks its words.
    Language("ja-Latn", "Japanese (romanised)"),
    Language("jv", "Javanese", aliases=("jav",)),
    Language("ka", "Georgian", aliases=("kat", "geo")),
    Language("kab", "Kabyle"),
    Language("kea", "Kabuverdianu"),
    Language("kg", "Kongo", aliases=("kon",)),
    Language("ki", "Kikuyu", aliases=("kik",)),
    Language("kj", "Kuanyama", aliases=("kua",)),
    Language("kk", "Kazakh", aliases=("kaz",)),
    Language("kl", "Greenlandic", aliases=("kal",)),
    Language("km", "Khmer", aliases=("khm",), tokenizer="char"),
    Language("kn", "Kannada", aliases=("kan",)),
    Language("ko", "Korean", aliases=("kor",), tokenizer="ko-mecab"),
    Language("kr", "Kanuri", aliases=("kau", "knc")),
    Language("ks", "Kashmiri", aliases=("kas",)),
    Language("ku", "Kurdish", aliases=("kur", "kmr")),
    Language("kv", "Komi", aliases=("kom",)),
    Language("kw", "Cornish", aliases=("cor",)),
    Language("ky", "Kyrgyz", aliases=("kir",)),
    Language("la", "Latin", aliases=("lat",)),
    Language("lb", "Luxembourgish", aliases=("ltz",)),
    Language("lg", "Ganda", aliases=("lug",)),
    Language("li", "Limburgish", aliases=("lim",)),
    Language("lij", "Ligurian"),
    Language("lmo", "Lombard"),
    Language("ln", "Lingala", aliases=("lin",)),
    Language("lo", "Lao", aliases=("lao",), tokenizer="char"),
    Language("lt", "Lithuanian", aliases=("lit",), stemmer="lithuanian"),
    Language("lu", "Luba-Katanga", aliases=("lub",)),
    Language("luo", "Luo (Kenya and Tanzania)"),
    Language("lv", "Latvian", aliases=("lav", "lvs")),
    Language("lzh", "Literary Chinese", tokenizer="zh"),
    Language("mag", "Magahi"),
    Language("mai", "Maithili"),
    Language("mg", "Malagasy", aliases=("mlg", "plt")),
    Language("mh", "Marshallese", aliases=("mah",)),
    Language("mi", "Māori", aliases=("mri", "mao")),
    Language("mk", "Macedonian", aliases=("mkd", "mac")),
    Language("ml", "Malayalam", aliases=("mal",)),
    Language("mn", "Mongolian", aliases=("mon", "khk")),
    Language("mni", "Manipuri"),
    Language("mr", "Marathi", aliases=("mar",)),
    Language("ms", "Malay", aliases=("msa", "zsm", "may")),
    Language("mt", "Maltese", aliases=("mlt",)),
    Language("my", "Burmese", aliases=("mya", "bur"), tokenizer="char"),
    Language("na", "Nauru", aliases=("nau",)),
    Language("nb", "Norwegian Bokmål", aliases=("nob",), stemmer="norwegian"),
    Language("nd", "North Ndebele", aliases=("nde",)),
    Language("nds", "Low German"),
    Language("ne", "Nepali", aliases=("nep", "npi"), stemmer="nepali"),
    Language("ng", "Ndonga", aliases=("ndo",)),
    Language("nl", "Dutch", aliases=("nld", "dut"), stemmer="dutch"),
    Language("nn", "Norwegian Nynorsk", aliases=("nno",), stemmer="norwegian"),
    Language("no", "Norwegian", aliases=("nor",), stemmer="norwegian"),
    Language("nr", "South Ndebele", aliases=("nbl",)),
    Language("nso", "Northern Sotho"),
    Language("nv", "Navajo", aliases=("nav",)),
    Language("ny", "Nyanja", aliases=("nya",)),
    Language("oc", "Occitan", aliases=("oci",)),
    Language("oj", "Ojibwa", aliases=("oji",)),
    Language("om", "Oromo", aliases=("orm", "gaz")),
    Language("or", "Odia", aliases=("ori", "ory")),
    Language("os", "Ossetian", aliases=("oss",)),
    Language("pa", "Punjabi", aliases=("pan",)),
    Language("pap", "Papiamento"),
    Language("pi", "Pali", aliases=("pli",)),
    Language("pl", "Polish", aliases=("pol",), stemmer="polish"),
    Language("ps", "Pashto", aliases=("pus", "pbt")),
    Language("pt", "Portuguese", aliases=("por",), stemmer="portuguese"),
    Language("pt-BR", "Portuguese (Brazil)", stemmer="portuguese"),
    Language("pt-PT", "Portuguese (Portugal)", stemmer="portuguese"),
    Language("qu", "Quechua", aliases=("que", "quy")),
    Language("rm", "Romansh", aliases=("roh",)),
    Language("rn", "Rundi", aliases=("run",)),
    Language("ro", "Romanian", aliases=("ron", "mo", "mol", "rum"), stemmer="romanian"),
    Language("ru", "Russian", aliases=("rus",), stemmer="russian"),
    Language("rw", "Kinyarwanda", aliases=("kin",)),
    Language("sa", "Sanskrit", aliases=("san",)),
    Language("sat", "Santali"),
    Language("sc", "Sardinian", aliases=("srd",)),
    Language("scn", "Sicilian"),
    Language("sd", "Sindhi", aliases=("snd",)),
    Language("se", "Northern Sami", aliases=("sme",)),
    Language("sg", "Sango", aliases=("sag",)),
    Language("shn", "Shan", tokenizer="char"),
    Language("si", "Sinhala", aliases=("sin",)),
    Language("sk", "Slovak", aliases=("slk", "slo")),
    Language("sl", "Slovenian", aliases=("slv",)),
    Language("sm", "Samoan", aliases=("smo",)),
    Language("sn", "Shona", aliases=("sna",)),
    Language("so", "Somali", aliases=("som",)),
    Language("sq", "Albanian", aliases=("sqi", "als", "alb")),
    Language("sr", "Serbian", aliases=("srp",), stemmer="serbian"),
    Language("ss", "Swati", aliases=("ssw",)),
    Language("st", "Southern Sotho", aliases=("sot",), stemmer="sesotho"),
    Language("su", "Sundanese", aliases=("sun",)),
    Language("sv", "Swedish", aliases=("swe",), stemmer="swedish"),
    Language("sw", "Swahili", aliases=("swa", "swh")),
    Language("szl", "Silesian"),
    Language("ta", "Tamil", aliases=("tam",), stemmer="tamil"),
    Language("te", "Telugu", aliases=("tel",)),
    Language("tg", "Tajik", aliases=("tgk",)),
    Language("th", "Thai", aliases=("tha",), tokenizer="char"),
    Language("ti", "Tigrinya", aliases=("tir",)),
    Language("tk", "Turkmen", aliases=("tuk",)),
    Language("tl", "Tagalog", aliases=("tgl",)),
    Language("tn", "Tswana", aliases=("tsn",)),
    Language("to", "Tongan", aliases=("ton",)),
    Language("tpi", "Tok Pisin"),
    Language("tr", "Turkish", aliases=("tur",), stemmer="turkish"),
    Language("ts", "Tsonga", aliases=("tso",)),
    Language("tt", "Tatar", aliases=("tat",)),
    Language("tw", "Twi", aliases=("twi",)),
    Language("ty", "Tahitian", aliases=("tah",)),
    Language("ug", "Uyghur", aliases=("uig",)),
    Language("uk", "Ukrainian", aliases=("ukr",)),
    Language("ur", "Urdu", aliases=("urd",)),
    Language("uz", "Uzbek", aliases=("uzb", "uzn")),
    Language("ve", "Venda", aliases=("ven",)),
    Language("vec", "Venetian"),
    Language("vi", "Vietnamese", aliases=("vie",)),
    Language("vo", "Volapük", aliases=("vol",)),
    Language("wa", "Walloon", aliases=("wln",)),
    Language("war", "Waray"),
    Language("wo", "Wolof", aliases=("wol",)),
    Language("wuu", "Wu Chinese", tokenizer="zh"),
    Language("xh", "Xhosa", aliases=("xho",)),
    Language("yi", "Yiddish", aliases=("yid", "ydd", "ji"), stemmer="yiddish"),
    Language("yo", "Yoruba", aliases=("yor",)),
    Language("yue", "Cantonese", tokenizer="zh"),
    Language("za", "Zhuang", aliases=("zha",)),
    Language("zh", "Chinese", aliases=("zho", "cmn", "chi"), tokenizer="zh"),
    Language("zh-CN", "Chinese (China)", tokenizer="zh"),
    Language("zh-Hans", "Chinese (simplified)", tokenizer="zh"),
    Language("zh-Hant", "Chinese (traditional)", tokenizer="zh"),
    Language("zh-HK", "Chinese (Hong Kong)", tokenizer="zh"),
    Language("zh-TW", "Chinese (Taiwan)", tokenizer="zh"),
    Language("zu", "Zulu", aliases=("zul",)),
)
"""Every language that `language` knows, by code."""

_BY_CODE = {row.code.lower(): row for row in LANGUAGES}
_BY_ALIAS = {alias: row for row in LANGUAGES for alias in row.aliases}

_WELL_FORMED = re.compile("[a-z]{2,3}(?:-[a-z0-9]{1,8})*")
# Language codes that are not country codes: `de-en` is a pair of languages, `fr-CA` is not.
_NO_REGIONS = frozenset({"cs", "da", "el", "en", "fa", "he", "hi", "ja", "ko", "zh"})


def language(code: str) -> Language:
    """Find a language by its BCP 47 code, with ``-`` or ``_``, in any case.

    Subtags that are not in the table are dropped from the right: ``de-CH-1996`` is ``de``.

    Args:
        code: A code such as ``en``, ``pt_BR``, ``zh-Hans-CN``, ``deu`` or ``arb_Arab``.

    Raises:
        UsageError: The code is malformed, names two languages, or is not in the table.

    Examples:
        >>> language("EN")
        Language(code='en', name='English', aliases=('eng',), stemmer='english',
                 tokenizer='13a', synonyms='wordnet')
        >>> language("zh_Hans_CN").code, language("deu-AT").code
        ('zh-Hans', 'de')
        >>> language("german")
        Traceback (most recent call last):
        ...
        wordorder.errors.UsageError: malformed language code 'german': did you mean 'de' (German)?
    """
    expect(code, str, "lang")
    tag = code.lower().replace("_", "-")
    if not _WELL_FORMED.fullmatch(tag):
        raise UsageError(f"malformed language code {code!r}{_hint(tag)}")
    primary, *rest = tag.split("-")
    if rest and rest[0] in _NO_REGIONS:
        raise UsageError(
            f"{code!r} names two languages; give only that of the texts: {primary!r} or {rest[0]!r}"
        )
    alias_of = _BY_ALIAS.get(primary)
    subtags = [alias_of.code if alias_of else primary, *rest]
    for length in range(len(subtags), 0, -1):
        row = _BY_CODE.get("-".join(subtags[:length]))
        if row:
            return row
    raise UsageError(f"unknown language {code!r}{_hint(primary)}")


def _hint(asked: str) -> str:
    shown = [f"{row.code!r} ({row.name})" for row in _close_to(asked)[:3]]
    if not shown:
        return "; give a BCP 47 code such as en, de or zh-CN"
    return f": did you mean {' or '.join(shown)}?"


def _close_to(asked: str) -> list[Language]:
    """Suggest languages: by name, by code, by the start of a name, then by similarity."""
    from difflib import get_close_matches

    by_name = {row.name.lower(): row for row in LANGUAGES}
    if asked in by_name:
        return [by_name[asked]]
    by_code = _BY_ALIAS | _BY_CODE
    first_word = re.split("[^a-z]", asked, maxsplit=1)[0]
    if first_word in by_code:
        return [by_code[first_word]]
    if len(asked) >= 3 and (started := [row for n, row in by_name.items() if n.startswith(asked)]):
        return started
    spellings = by_name | by_code
    return list(
        dict.fromkeys(spellings[s] for s in get_close_matches(asked, spellings, cutoff=0.7))
    )
