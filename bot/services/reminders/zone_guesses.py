"""Where somebody may live who uses Discord in a language."""

_MOST_LIKELY = {
    "bg": ("Europe/Sofia",),
    "cs": ("Europe/Prague",),
    "da": ("Europe/Berlin",),
    "de": ("Europe/Berlin", "Europe/Vienna", "Europe/Zurich"),
    "el": ("Europe/Athens",),
    "en-GB": ("Europe/London", "Europe/Dublin", "Australia/Sydney", "Pacific/Auckland"),
    "en-US": ("America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles"),
    "es-419": ("America/Mexico_City", "America/Bogota", "America/Lima", "America/Santiago"),
    "es-ES": ("Europe/Madrid", "Atlantic/Canary"),
    "fi": ("Europe/Helsinki",),
    "fr": ("Europe/Paris", "Europe/Brussels", "America/Toronto", "Africa/Abidjan"),
    "hi": ("Asia/Kolkata",),
    "hr": ("Europe/Belgrade",),
    "hu": ("Europe/Budapest",),
    "id": ("Asia/Jakarta", "Asia/Makassar"),
    "it": ("Europe/Rome",),
    "ja": ("Asia/Tokyo",),
    "ko": ("Asia/Seoul",),
    "lt": ("Europe/Vilnius",),
    "nl": ("Europe/Brussels",),
    "no": ("Europe/Berlin",),
    "pl": ("Europe/Warsaw",),
    "pt-BR": ("America/Sao_Paulo", "America/Fortaleza", "America/Manaus", "Europe/Lisbon"),
    "ro": ("Europe/Bucharest", "Europe/Chisinau"),
    "ru": ("Europe/Moscow", "Asia/Yekaterinburg", "Asia/Novosibirsk", "Asia/Almaty"),
    "sv-SE": ("Europe/Berlin", "Europe/Helsinki"),
    "th": ("Asia/Bangkok",),
    "tr": ("Europe/Istanbul",),
    "uk": ("Europe/Kyiv",),
    "vi": ("Asia/Ho_Chi_Minh", "Asia/Bangkok"),
    "zh-CN": ("Asia/Shanghai",),
    "zh-TW": ("Asia/Taipei", "Asia/Hong_Kong"),
}


def guess_zones(locale: str) -> tuple[str, ...]:
    """At most four IANA names, the likeliest first, for one of Discord's locales; () if unknown."""
    return _MOST_LIKELY.get(locale, ())
