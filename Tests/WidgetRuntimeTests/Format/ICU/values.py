"""Prints what ICU writes for each locale tag on standard input: lines of tag, key and text, separated by tabs.

LocaleDataTests compares them with the program's own text. The calendar is Gregorian, as in the program.
"""

import sys

import icu

MOMENT = 1_793_891_049.0
UNITS = {"second": icu.URelativeDateTimeUnit.SECOND, "minute": icu.URelativeDateTimeUnit.MINUTE,
         "hour": icu.URelativeDateTimeUnit.HOUR, "day": icu.URelativeDateTimeUnit.DAY, "week": icu.URelativeDateTimeUnit.WEEK,
         "month": icu.URelativeDateTimeUnit.MONTH, "year": icu.URelativeDateTimeUnit.YEAR}
STYLES = {"short": icu.DateFormat.SHORT, "medium": icu.DateFormat.MEDIUM, "long": icu.DateFormat.LONG}
DURATIONS = {"day": icu.MeasureUnit.createDay, "hour": icu.MeasureUnit.createHour, "minute": icu.MeasureUnit.createMinute,
             "second": icu.MeasureUnit.createSecond}


def values(tag):
    locale = icu.Locale(tag.replace("-", "_") + "@calendar=gregorian")
    plain = icu.Locale(tag.replace("-", "_"))
    number = icu.NumberFormat.createInstance(plain)
    number.setMaximumFractionDigits(3)
    for value in (-1234567.891, 1234.5, 12345):
        yield f"number {value}", number.format(value)
    yield "percent 0.81", icu.NumberFormat.createPercentInstance(plain).format(0.81)
    yield "percent -0.0198", icu.NumberFormatter.withLocale(plain).unit(icu.NoUnit.percent()).scale(
        icu.Scale.powerOfTen(2)).precision(icu.Precision.maxFraction(2)).formatDouble(-0.0198)
    for code in ("EUR", "USD", "JPY", "KWD", "CHF", "SEK", "BRL", "INR", "XXY"):
        money = icu.NumberFormatter.withLocale(plain).unit(icu.CurrencyUnit(code))
        for value in (1234.6, -0.75, 1234567):
            yield f"currency {code} {value}", money.formatDouble(float(value))
    compact = icu.NumberFormatter.withLocale(plain).notation(icu.Notation.compactShort())
    for value in (1000, 1200, 12000, 123000, 1000000, 2000000, 3400000, 5000000000, 7000000000000):
        yield f"compact {value}", compact.formatDouble(float(value))
    for name, style in STYLES.items():
        format = icu.DateFormat.createDateTimeInstance(style, icu.DateFormat.SHORT, locale)
        format.setTimeZone(icu.TimeZone.createTimeZone("UTC"))
        yield f"date {name}", format.format(MOMENT)
    for pattern in ("EEEE d MMMM", "EEE d MMM", "LLLL", "LLL", "h a"):
        format = icu.SimpleDateFormat(pattern, locale)
        format.setTimeZone(icu.TimeZone.createTimeZone("UTC"))
        for month in range(12):
            yield f"pattern {pattern} {month}", format.format(MOMENT + month * 30.5 * 86400)
    relative = icu.RelativeDateTimeFormatter(plain)
    for name, unit in UNITS.items():
        for amount in (1, 2, 3, 5, 11, 21, -1, -2, -3, -5, -11, -21):
            yield f"relative {name} {amount}", relative.formatNumeric(amount, unit)
    # UDateDirection and UDateAbsoluteUnit have no names here: last, next and plain; day and now.
    yield "relative-word yesterday", relative.format(1, 7)
    yield "relative-word tomorrow", relative.format(3, 7)
    yield "relative-word now", relative.format(5, 11)
    for name, width in (("long", icu.UNumberUnitWidth.FULL_NAME), ("short", icu.UNumberUnitWidth.SHORT)):
        for unit, create in DURATIONS.items():
            format = icu.NumberFormatter.withLocale(plain).unit(create()).unitWidth(width)
            for amount in (1, 2, 3, 5, 11, 21, 0):
                yield f"duration {name} {unit} {amount}", format.formatInt(amount)
    lists = icu.ListFormatter.createInstance(plain)
    for count in (2, 3, 4):
        yield f"list {count}", lists.format(["a", "b", "c", "d"][:count])
    ordinal = icu.RuleBasedNumberFormat(icu.URBNFRuleSetTag.ORDINAL, plain)
    for value in (1, 2, 3, 4, 5, 6, 8, 10, 11, 13, 21, 22, 100, 101, 1000):
        yield f"ordinal {value}", ordinal.format(value)


for line in sys.stdin:
    tag = line.strip()
    for key, text in values(tag):
        print(tag, key, text, sep="\t")
