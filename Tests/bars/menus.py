"""Strict readers of a menu, written from the sources and documents of xbar, SwiftBar and Argos: what they can't read is an error."""

import re
import shlex

XBAR = {"href", "shell", "bash", "terminal", "refresh", "color", "font", "size", "length", "trim", "dropdown", "alternate",
        "image", "templateImage", "emojize", "ansi", "disabled", "key"}
SWIFTBAR = {"href", "bash", "terminal", "refresh", "color", "emojize", "symbolize", "ansi", "md", "tooltip", "checked"}
ARGOS = {"href", "bash", "terminal", "refresh", "color", "emojize", "ansi", "unescape", "useMarkup", "iconName"}


def problem(text):
    raise AssertionError("the menu: " + text)


def xbar_parameters(text):
    """pkg/plugins/item_params.go: a value ends at its quotation mark, and nothing is escaped."""
    read = {}
    while text.strip():
        text = text.strip()
        key, equals, text = text.partition("=")
        if not equals:
            problem("missing equals in " + key)
        if text[:1] in ("'", '"'):
            value, end, text = text[1:].partition(text[0])
            if not end or (text and text[0] != " "):
                problem("quotation marks around " + value)
        else:
            value, _, text = text.partition(" ")
        if key not in XBAR and not re.fullmatch(r"param[1-9][0-9]*", key):
            problem("xbar does not know " + key)
        if key == "color" and not re.fullmatch(r"#([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})", value):
            problem("the colour " + value)
        if key in ("terminal", "refresh", "ansi", "emojize", "trim") and value not in ("true", "false"):
            problem("%s=%s" % (key, value))
        read[key] = value
    return read


def swiftbar_parameters(text):
    """MenuLineParameters.swift: a backslash keeps itself and the next character."""
    read, at = {}, 0
    while True:
        while at < len(text) and text[at] in " \t":
            at += 1
        if at == len(text):
            return read
        equals = text.find("=", at)
        if equals < 0:
            problem("missing equals in " + text[at:])
        key, at, value = text[at:equals].lower(), equals + 1, ""
        if at < len(text) and text[at] in "'\"":
            quote, at = text[at], at + 1
            while at < len(text) and text[at] != quote:
                if text[at] == "\\":
                    value, at = value + text[at], at + 1
                value, at = value + text[at:at + 1], at + 1
            if at >= len(text):
                problem("an open quotation mark in " + text)
            at += 1
        else:
            while at < len(text) and text[at] not in " \t":
                value, at = value + text[at], at + 1
        if key not in SWIFTBAR and not re.fullmatch(r"param[1-9][0-9]*", key):
            problem("SwiftBar does not know " + key)
        read[key] = value


def argos_parameters(text):
    """utilities.js: the words of g_shell_parse_argv."""
    read = {}
    for word in shlex.split(text):
        key, equals, value = word.partition("=")
        if not equals or key not in ARGOS:
            problem("Argos does not know " + word)
        read[key] = value.strip()
    return read


def numbered(read):
    return [read["param%d" % index] for index in range(1, 100) if "param%d" % index in read]


def quoted(word):
    """String+Escaped.swift"""
    if not any(character in " \t\n\"'`$\\|&;()<>[]*?{}!^~#%" for character in word):
        return word
    return word if re.fullmatch(r"'.*'|\".*\"", word) else "'%s'" % word


class Line:
    def __init__(self, text, read, name):
        self.text, self.read, self.name = text, read, name

    @property
    def command(self):
        """The command that the bar starts for a click; None for a line without one."""
        program = self.read.get("shell", self.read.get("bash"))
        if program is None:
            return None
        if self.read.get("terminal") != "false":
            problem("a terminal for " + self.text)
        if self.name == "xbar":
            return [program] + numbered(self.read)
        if self.name == "swiftbar":
            script = "'%s'" % program if " " in program else program
            return ["bash", "-c", " ".join([script] + [quoted(word) for word in numbered(self.read)])]
        return ["bash", "-c", " ".join([program] + [shlex.quote(word) for word in numbered(self.read)])]


def read(output, name):
    """The lines in the bar, and those of the menu."""
    parameters = {"xbar": xbar_parameters, "swiftbar": swiftbar_parameters, "argos": argos_parameters}[name]
    bar, menu, is_menu = [], [], False
    for text in output.split("\n"):
        if not text:
            continue
        if text.strip() == "---":
            is_menu = True
            continue
        if text.strip() == "~~~" or set(text) == {"-"}:
            problem("a line " + text)
        label, bar_sign, rest = text.partition("|")
        if label.startswith("--"):
            problem("a submenu")
        line = Line(label.strip(), parameters(rest) if bar_sign else {}, name)
        (menu if is_menu else bar).append(line)
    return bar, menu


def shown(output, name, file):
    """The text in the bar; None for no item."""
    bar, menu = read(output, name)
    if name == "argos":
        if not bar:
            return None if "---" in output.split("\n") else file
        return bar[0].text
    if name == "swiftbar":
        return bar[0].text if output.strip() else None
    return bar[0].text if bar else ""
