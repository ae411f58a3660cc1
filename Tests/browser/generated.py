"""Widgets made at random from a seed, as an author could write them: texts, values, charts, controls and shapes in nested containers."""

import random

FAMILIES = ["small", "medium", "large", "extra_large", "circular", "rectangular", "inline"]
WORDS = ("Berlin Lisbon Departures tonight 12:05 €4,299.00 72 % Cloudy with a chance of rain U8 Hermannstraße platform Größe meeting "
         "review quarterly figures 1,024 km/h ready Ångström naïve queue Wi-Fi 192.168.178.21 updated now playing").split(" ")
FONTS = ["large_title", "title", "title2", "title3", "headline", "body", "callout", "subheadline", "footnote", "caption", "caption2"]
COLORS = ["red", "orange", "yellow", "green", "mint", "teal", "blue", "indigo", "purple", "pink", "brown", "gray", "secondary"]
ICONS = ["star.fill", "cloud.rain", "bolt.fill", "wifi", "calendar", "play.fill", "exclamationmark.triangle.fill", "house"]


class Maker:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def chance(self, percent):
        return self.random.randrange(100) < percent

    def words(self, most):
        return " ".join(self.random.choice(WORDS) for _ in range(self.random.randint(1, most)))

    def fields(self, *extra):
        fields = [field for field in extra if field]
        if self.chance(25):
            fields.append('color = "%s"' % self.random.choice(COLORS))
        if self.chance(10):
            fields += ['background = "%s"' % self.random.choice(COLORS[:12]), "corner_radius = 8", "padding = %d" % self.random.choice([4, 8])]
        return "".join(", " + field for field in fields)

    def font(self):
        if self.chance(60):
            return 'font = "%s"' % self.random.choice(FONTS)
        design = self.random.choice(["default", "rounded", "serif", "monospaced"])
        weight = self.random.choice(["light", "regular", "medium", "semibold", "bold"])
        return 'font = { size = %d, weight = "%s", design = "%s" }' % (self.random.choice([11, 15, 20, 28, 40]), weight, design)

    def values(self):
        return "{ %s }" % ", ".join(str(self.random.randint(0, 60)) for _ in range(self.random.randint(3, 20)))

    def text(self):
        limit = "line_limit = %d" % self.random.randint(1, 2) if self.chance(40) else ""
        return 'ui.text { "%s"%s }' % (self.words(self.random.choice([1, 2, 4, 9])), self.fields(self.font(), limit))

    def leaf(self):
        kind = self.random.choice(["text"] * 6 + ["label", "icon", "gauge", "level", "progress", "ring", "chart", "spark", "pie", "button",
                                                  "toggle", "divider", "circle", "rectangle", "link", "spans", "date"])
        if kind == "text":
            return self.text()
        if kind == "label":
            return 'ui.label { "%s", icon = "%s"%s }' % (self.words(2), self.random.choice(ICONS), self.fields(self.font(), "line_limit = 1"))
        if kind == "icon":
            return 'ui.icon { "%s"%s }' % (self.random.choice(ICONS), self.fields(self.font()))
        if kind == "gauge":
            value = self.random.randint(0, 100)
            return 'ui.gauge { %d, max = 100, shape = "%s", text = "%s", value_text = "%d"%s }' % (
                value, self.random.choice(["circle", "ring"]), self.random.choice(WORDS[:3]), value, self.fields())
        if kind == "level":
            return 'ui.gauge { %d, max = 512, shape = "bar", text = "Disk", value_text = "%d GB"%s }' % (
                self.random.randint(0, 512), self.random.randint(0, 512), self.fields())
        if kind == "progress":
            return "ui.progress { %.2f%s }" % (self.random.random(), self.fields())
        if kind == "ring":
            return 'ui.progress { %.2f, shape = "circle", width = 44, height = 44%s }' % (self.random.random(), self.fields())
        if kind == "chart":
            type = self.random.choice(["line", "bar", "area"])
            return 'ui.chart { type = "%s", values = %s%s }' % (
                type, self.values(), self.fields(self.random.choice(["max_height = math.huge", "height = 70", ""])))
        if kind == "spark":
            return 'ui.chart { type = "spark", values = %s%s }' % (self.values(), self.fields("height = 26"))
        if kind == "pie":
            return 'ui.chart { type = "pie", values = { 5, 3, 2 }, labels = { "x", "yes", "z" }, height = 60%s }' % self.fields()
        if kind == "button":
            icon = ', icon = "%s"' % self.random.choice(ICONS) if self.chance(50) else ""
            return 'ui.button { "%s", action = function() end%s%s }' % (self.random.choice(["Go", "Refresh", "Add one"]), icon, self.fields())
        if kind == "toggle":
            return 'ui.toggle { "%s", on = %s, action = function() end%s }' % (
                self.random.choice(["Lights", "Heating"]), "true" if self.chance(50) else "false", self.fields())
        if kind == "divider":
            return "ui.divider()"
        if kind == "circle":
            return 'ui.circle { width = 20, height = 20, fill = "%s" }' % self.random.choice(COLORS)
        if kind == "rectangle":
            return 'ui.rectangle { height = 10, fill = "%s", corner_radius = 5 }' % self.random.choice(COLORS)
        if kind == "link":
            return 'ui.link { "%s", url = "https://example.com"%s }' % (self.words(2), self.fields(self.font()))
        if kind == "spans":
            return 'ui.text { spans = { "%s ", { text = "%s", weight = "bold", color = "red" }, { text = " %s", italic = true } } }' % (
                self.words(2), self.words(1), self.words(2))
        return 'ui.date { date.now() + %d, style = "%s"%s }' % (
            self.random.randint(-9999, 9999), self.random.choice(["relative", "time", "timer", "offset"]), self.fields(self.font()))

    def container(self, depth):
        kind = self.random.choice(["vstack"] * 4 + ["hstack"] * 4 + ["grid", "zstack"])
        children = [self.view(depth - 1) for _ in range(self.random.randint(2, 4))]
        if kind == "grid":
            columns = self.random.choice(["2", "3", '{ "flex", "auto" }'])
            return "ui.grid { columns = %s, { %s }%s }" % (columns, ", ".join(children), self.fields())
        if kind == "hstack" and self.chance(50):
            children.insert(self.random.randint(1, len(children) - 1), "ui.spacer()")
        align = {"vstack": ["leading", "center", "trailing"], "hstack": ["top", "center", "bottom", "first_baseline"],
                 "zstack": ["center", "bottom_trailing"]}[kind]
        own = "spacing = %d, " % self.random.choice([0, 2, 6, 12]) if kind != "zstack" and self.chance(50) else ""
        own += 'align = "%s", ' % self.random.choice(align) if self.chance(40) else ""
        return "ui.%s { %s%s%s }" % (kind, own, ", ".join(children), self.fields())

    def view(self, depth):
        return self.container(depth) if depth > 0 and self.chance(60) else self.leaf()

    def script(self, name):
        rows = ", ".join(self.view(2) for _ in range(self.random.randint(1, 5)))
        root = self.random.choice(["ui.vstack { %s }", 'ui.card { header = "hidden", %s }', "ui.vstack { spacing = 8, %s }"]) % rows
        families = ", ".join('"%s"' % family for family in FAMILIES)
        return 'widget { name = "%s", icon = "star", families = { %s } }\nfunction content()\n  return %s\nend\n' % (name, families, root)


def widgets(folder, count, seed=24):
    """Writes widgets into a folder. Yields file, family, text size and zoom: each is drawn in one family."""
    for index in range(count):
        maker = Maker(seed * 100_003 + index)
        file = folder / ("generated%03d.lua" % index)
        file.write_text(maker.script("Generated %d" % index), encoding="utf-8")
        text_size = maker.random.choice(["large"] * 4 + ["xSmall", "xxxLarge", "accessibility1"])
        zoom = maker.random.choice([1] * 4 + [0.5, 0.75, 1.25, 1.5, 2, 3])
        yield file, FAMILIES[index % len(FAMILIES)], text_size, zoom
