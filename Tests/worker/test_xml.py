"""XML: what expat and the handlers around it make of a text, as the packed document that becomes Lua tables or goes to the broker."""

import random

from checks import ends, evaluate, fresh, same, test
from worker import Worker

# A prelude with one entry, so that no script is needed.
PRELUDE = """
local host = ...
return { pack = function(text, charset)
  local packed, err = host.xml.pack(text, charset)
  return { packed = packed and #packed < 500000 and packed or packed and "long", problem = err and tostring(err) }
end }
"""


class Parser(Worker):
    def __init__(self, **config):
        super().__init__(prelude=PRELUDE, **{"budgets": {"load": 20000}, **config})
        self.ready()

    def pack(self, text, charset=None):
        data = text.encode("utf-8") if isinstance(text, str) else text
        reply = self.call("pack", data, charset, phase="load")
        packed = reply.get("packed")
        return (packed.encode("utf-8") if isinstance(packed, str) else packed), reply.get("problem")


def shape(packed):
    """A document in one line: elements as calls, attributes in brackets, texts in quotes."""
    position = 0

    def text():
        nonlocal position
        start = position
        while position < len(packed) and packed[position] > 6:
            position += 1
        return packed[start:position].decode("utf-8")

    def node():
        nonlocal position
        kind = packed[position]
        position += 1
        if kind == 5:
            return "'" + text().replace("\n", "⏎") + "'"
        assert kind in (1, 2), kind
        name, values, children = text(), [], []
        while packed[position] == 3:
            position += 1
            key = text()
            assert packed[position] == 4
            position += 1
            values.append(key + "=" + text())
        while packed[position] != 6:
            children.append(node())
        position += 1
        mixed = any(c[0] != "'" for c in children) and any(c[0] == "'" and c[1:-1].strip("⏎ \t\r") for c in children)
        assert mixed == (kind == 2), (kind, children)
        return name + ("[" + " ".join(values) + "]" if values else "") + "(" + " ".join(children) + ")"

    whole = node()
    assert position == len(packed)
    return whole


def outcome(parser, text, charset=None):
    packed, problem = parser.pack(text, charset)
    if problem:
        assert problem.startswith("XML, "), problem
        return problem[len("XML, "):]
    return shape(packed)


def same_outcomes(cases):
    with Parser() as parser:
        for case in cases:
            text, wanted = case[0], case[-1]
            same((text, outcome(parser, text, case[1] if len(case) == 3 else None)), (text, wanted))


def utf16(text, little=False):
    return text.encode("utf-16-le" if little else "utf-16-be")


def declared(encoding, data):
    return ("<?xml version='1.0' encoding='%s'?><a>" % encoding).encode() + data + b"</a>"


def nested(depth):
    return "<a>" * depth + "</a>" * depth


def attributes(count):
    return "<a" + "".join(" b%d=''" % i for i in range(count)) + "/>"


def declaring(count):
    return "<!DOCTYPE a [" + "".join("<!ATTLIST a b%d CDATA ''>" % i for i in range(count)) + "]><a/>"


@test
def well_formed_documents_are_parsed():
    same_outcomes([
        ("<a/>", "a()"),
        ("<a></a>\n", "a()"),
        ("\ufeff<a>b</a>", "a('b')"),
        ("<?xml version=\"1.0\"?><a>b</a>", "a('b')"),
        ("<?xml version='1.0' encoding='utf8'?><a>é</a>", "a('é')"),
        ("<?xml version='1.0' standalone='yes'?><a>&amp;</a>", "a('&')"),
        ("<a b='1' c=\"2\"/>", "a[b=1 c=2]()"),
        ("<a><b/><c><d/></c></a>", "a(b() c(d()))"),
        ("<a>x<b>y</b>z</a>", "a('x' b('y') 'z')"),
        ("<a>&lt;&gt;&amp;&quot;&apos;</a>", "a('<>&\"'')"),
        ("<a>&#65;&#x42;&#x1F600;</a>", "a('AB😀')"),
        ("<a>caf&eacute;&nbsp;&hellip;&euro;</a>", "a('café\u00a0…€')"),
        ("<a b='caf&eacute;&mdash;'/>", "a[b=café—]()"),
        ("<a><![CDATA[<b>&amp;]]></a>", "a('<b>&amp;')"),
        ("<a>x<![CDATA[y]]>z</a>", "a('xyz')"),
        ("<a>x<!-- no -->y<?php echo ?>z</a>", "a('xyz')"),
        ("<a>1\r\n2\r3</a>", "a('1⏎2⏎3')"),
        ("<a b=' x\ty\n'/>", "a[b= x y ]()"),
        ("<m:a xmlns:m='urn:m' m:b='1'/>", "m:a[xmlns:m=urn:m m:b=1]()"),
        ("<u:a/>", "u:a()"),
        ("<!DOCTYPE a><a/>", "a()"),
        (
          "<!DOCTYPE rss PUBLIC \"-//Netscape//DTD RSS 0.91//EN\" \"http://my.netscape.com/rss-0.91.dtd\"><rss>&eacute;</rss>",
          "rss('é')"
        ),
        ("<!DOCTYPE a [<!ELEMENT a ANY>]><a/>", "a()"),
        ("<!DOCTYPE a [<!ATTLIST a b CDATA 'x'>]><a c='1'/>", "a[c=1]()"),
        ("<!DOCTYPE a [<!ENTITY nbsp '&#160;'>]><a>&nbsp;</a>", "a('\u00a0')"),
        (
          "<!DOCTYPE a [<!ENTITY % HTMLlat1 PUBLIC '-//W3C//ENTITIES Latin 1 for XHTML//EN' 'http://www.w3.org/x.ent'>%HTMLlat1;]><a>&auml;</a>",
          "a('ä')"
        ),
        ("<日本>語</日本>", "日本('語')"),
    ])


@test
def an_ill_formed_document_is_an_error_with_a_position():
    same_outcomes([
        ("", "line 1, column 1: there is no element"),
        (" \n ", "line 2, column 2: there is no element"),
        ("hello", "line 1, column 1: this is not XML"),
        ("{\"a\": 1}", "line 1, column 1: { is not allowed here"),
        ("<!-- only -->", "line 1, column 14: there is no element"),
        ("<a>\n  <b>\n  </a>", "line 3, column 5: the element <b> is closed by </a>"),
        ("<a><b></a></b>", "line 1, column 9: the element <b> is closed by </a>"),
        ("<a><b>", "line 1, column 7: the text ends before the element <b> is closed"),
        ("<a>text", "line 1, column 8: the text ends before the element <a> is closed"),
        ("<a", "line 1, column 1: the text ends inside a tag, a comment or an instruction"),
        ("<a><!-- ", "line 1, column 4: the text ends inside a tag, a comment or an instruction"),
        ("<a><![CDATA[x", "line 1, column 14: a CDATA section is not closed"),
        ("<a/><b/>", "line 1, column 5: something follows the end of the root element"),
        ("<a/>text", "line 1, column 5: something follows the end of the root element"),
        ("</a>", "line 1, column 2: / is not allowed here"),
        ("<a>1 & 2</a>", "line 1, column 7: write an & as &amp; unless it begins an entity"),
        ("<a>1 < 2</a>", "line 1, column 7: write a < as &lt; unless it begins a tag"),
        ("<a>&foo;</a>", "line 1, column 4: the entity &foo; is not known"),
        ("<a b='&foo;'/>", "line 1, column 1: the entity &foo; is not known"),
        ("<a>&#0;</a>", "line 1, column 4: a reference to a nonexistent or forbidden character"),
        ("<a>&#xD800;</a>", "line 1, column 4: a reference to a nonexistent or forbidden character"),
        ("<a b=c/>", "line 1, column 6: c is not allowed here"),
        ("<a b/>", "line 1, column 5: / is not allowed here"),
        ("<a b='1' b='2'/>", "line 1, column 10: the attribute b appears twice"),
        ("<a b='<'/>", "line 1, column 7: < is not allowed here"),
        ("<1/>", "line 1, column 2: write a < as &lt; unless it begins a tag"),
        ("<a>\u0000</a>", "line 1, column 4: the character U+0000 is not allowed"),
        ("<a>é\u001b</a>", "line 1, column 5: the character U+001B is not allowed"),
        ("<a>\uffff</a>", "line 1, column 4: the character U+FFFF is not allowed"),
        ("\n<?xml version='1.0'?><a/>", "line 2, column 1: the declaration <?xml ... ?> must be the very beginning"),
        ("<?xml version='1.0' encoding='klingon'?><a/>", "line 1, column 31: the encoding klingon is not supported"),
        ("<?xml version='1.0' encoding='UTF-16'?><a/>", "line 1, column 31: the text isn't in the encoding it declares"),
        ("<?xml encoding='UTF-8'?><a/>", "line 1, column 7: the declaration <?xml ... ?> is not well-formed"),
        ("<a>]]></a>", "line 1, column 6: > is not allowed here"),
        ("<a><!-- -- --></a>", "line 1, column 11: a blank is not allowed here"),
    ])


@test
def a_documents_own_entities_are_refused_and_nothing_is_opened():
    laughs = "".join("<!ENTITY l%d '%s'>" % (i + 1, "&l%d;" % i * 10) for i in range(9))
    same_outcomes([
        (
          "<!DOCTYPE l [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;'>]><l>&b;</l>",
          "line 1, column 25: the document declares an entity, a, which isn't allowed"
        ),
        (
          "<!DOCTYPE l [<!ENTITY nbsp '&amp;&amp;&amp;&amp;'>]><l>&nbsp;</l>",
          "line 1, column 28: the document declares an entity, nbsp, which isn't allowed"
        ),
        (
          "<!DOCTYPE l [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><l>&x;</l>",
          "line 1, column 52: the document declares an entity, x, which isn't allowed"
        ),
        (
          "<!DOCTYPE l [<!ENTITY % x '<!ENTITY y \"z\">'>%x;]><l>&y;</l>",
          "line 1, column 27: the document declares an entity, x, which isn't allowed"
        ),
        (
          "<!DOCTYPE l [<!ENTITY % x SYSTEM 'http://127.0.0.1:1/x.dtd'>%x;]><l>&y;</l>",
          "line 1, column 69: the entity &y; is not known"
        ),
        (
          "<!DOCTYPE l [<!ENTITY x SYSTEM 'x.gif' NDATA gif>]><l/>",
          "line 1, column 46: the document declares an entity, x, which isn't allowed"
        ),
        (
            "<!DOCTYPE l [<!ENTITY l0 'ha'>" + laughs + "]><l>&l9;</l>",
            "line 1, column 26: the document declares an entity, l0, which isn't allowed"
        ),
    ])


@test
def bytes_are_in_the_encoding_of_the_declaration_the_byte_order_mark_or_the_header():
    same_outcomes([
        (b"\xef\xbb\xbf" + "<a>é</a>".encode(), None, "a('é')"),
        (utf16("\ufeff<a>é€</a>"), None, "a('é€')"),
        (utf16("\ufeff<a>é</a>", True), "iso-8859-1", "a('é')"),
        (utf16("<a>é</a>"), "utf-16be", "a('é')"),
        (declared("ISO-8859-1", b"\xe9"), None, "a('é')"),
        (declared("latin1", b"\xe9"), None, "a('é')"),
        (declared("ISO-8859-2", b"\xb3"), None, "a('ł')"),
        (declared("iso-8859-15", b"\xa4"), None, "a('€')"),
        (declared("windows-1252", b"\x93\x94\x80"), None, "a('“”€')"),
        (declared("Windows-1250", b"\x9c\xe6"), None, "a('ść')"),
        (declared("windows-1251", b"\xcf\xf0\xe8"), None, "a('При')"),
        (declared("us-ascii", b"\x41"), None, "a('A')"),
        (declared("windows-1252", b"\x81"), None, "a('\x81')"),
        (declared("windows-1253", b"\xe1"), None, "line 1, column 31: the encoding windows-1253 is not supported"),
        (declared("us-ascii", b"\xe9"), None, "line 1, column 45: the bytes are not text in the document's encoding"),
        (declared("utf-8", b"\xe9"), "windows-1251", "a('й')"),
        (declared("utf-8", b"\xe9"), "klingon", "line 1, column 42: the bytes are not text in the document's encoding"),
        (b"\x3c\x61\x3e\xc3\x28", None, "line 1, column 4: the bytes are not text in the document's encoding"),
        (b"\x3c\x61\x3e\xed\xa0\x80", None, "line 1, column 4: the bytes are not text in the document's encoding"),
        (b"\x3c\x61\x3e\xc3", None, "line 1, column 4: the bytes are not text in the document's encoding"),
        (b"\x00", None, "line 1, column 1: the character U+0000 is not allowed"),
        (utf16("\ufeff<a><b></a>"), None, "line 1, column 10: the element <b> is closed by another name"),
    ])


@test
def the_limits_of_documents():
    cases = [
        (nested(256), None),
        (nested(257), "line 1, column 769: more than 256 levels of nested elements"),
        (nested(100_000), "line 1, column 769: more than 256 levels of nested elements"),
        (attributes(1000), None),
        (attributes(1001), "line 1, column 1: the element <a> has more than 1000 attributes"),
        (declaring(100), None),
        (declaring(101), "line 1, column 2527: the document type declares more than 100 attributes"),
        (
          "<!DOCTYPE a [<!ATTLIST b c CDATA '" + "x" * 2_000_000 + "'>]><a>"
            + "<b/>" * (90_000) + "</a>", None
        ),
        ("<" + "n" * 1024 + "/>", None),
        ("<" + "n" * 1025 + "/>", "line 1, column 1: a name is longer than 1024 bytes"),
        ("<a " + "n" * 1025 + "='1'/>", "line 1, column 1: a name is longer than 1024 bytes"),
        ("<a>" + "<b/>" * (99_999) + "</a>", None),
        ("<a>" + "<b/>" * (100_000) + "</a>", "line 1, column 400000: more than 100000 elements and texts"),
        ("<a>" + "x" * ((4 << 20) - 7) + "</a>", None),
        ("<a>" + "&nbsp;" * (600_000) + "</a>", None),
        ("<a b='" + "x" * (4_000_000) + "'/>", None),
        ("<a>" + "<!--x-->" * (500_000) + "</a>", None),
    ]
    with Parser(memory=128 << 20) as parser:
        for text, wanted in cases:
            packed, problem = parser.pack(text)
            same((text[:50], problem), (text[:50], wanted and "XML, " + wanted))
        euros = b"<a>" + b"\x80" * 4_000_000 + b"</a>"
        same(parser.pack(euros, "windows-1252")[1], "XML: the document is too large for one result")


@test
def a_document_counts_as_memory_of_the_script():
    with Parser(memory=8 << 20) as parser:
        ends(lambda: parser.pack("<a b='" + "x" * 4_000_000 + "'/>"), 101)
    with Parser(memory=8 << 20) as parser:
        for _ in range(200):
            assert parser.pack("<a>" + "<b c='d'>x</b>" * 2000 + "<")[1]


@test
def damaged_documents_end_in_a_document_or_an_error():
    draw = random.Random(5)
    texts = [
        b"<?xml version='1.0' encoding='latin1'?><rss><channel><title>caf\xe9 &nbsp;&#65;</title><a b='1'/>x</channel></rss>",
        b"<!DOCTYPE a [<!ATTLIST a b CDATA 'c'><!ENTITY % x SYSTEM 'y'>%x;]><a><![CDATA[x]]><!-- y --><?z?></a>",
        utf16("\ufeff<a b='é'>😀<b/></a>"), "<a>é<b c='&eacute;&amp;'>😀</b>z</a>".encode(),
    ]
    documents = problems = 0
    with Parser() as parser:
        for _ in range(1500):
            data = bytearray(draw.choice(texts))
            for _ in range(draw.randint(0, 2)):
                at = draw.randrange(len(data))
                choice = draw.randrange(4)
                if choice == 0:
                    data[at] = draw.randrange(256)
                elif choice == 1:
                    data[at] = draw.choice(b"<>&;\"'/ ![]%")
                elif choice == 2:
                    del data[at:at + draw.randint(1, 10)]
                else:
                    data[at:at] = data[at:at + 30]
            result = outcome(parser, bytes(data), draw.choice([None, None, "utf-16", "windows-1252"]))
            problems += result.startswith("line ")
            documents += not result.startswith("line ")
    assert documents > 100 and problems > 100, (documents, problems)


@test
def a_document_becomes_tables():
    same(evaluate("return select('#', xml.decode '<a/>'), getmetatable(xml.decode '<a/>'), xml.decode('<a> x </a>').text"),
         "1\tfalse\tx")
    same(evaluate("local a = xml.decode '<a> 1 <b c=\"&lt;\"/> 2 <![CDATA[<]]></a>' "
                  "return #a.content, a.content[1], a.content[2] == a.children[1], a.children[1].attributes.c, a.content[3], a.text"),
         "3\t 1 \ttrue\t<\t 2 <\t1  2 <")
    same(evaluate("local a = xml.decode '<a> <b/> <b/> </a>' return #a.children, a.content, a.text, #a:all 'b'"), "2\tnil\t\t2")
    same(evaluate("local r, e = xml.decode '<a>\\n<b></a>' return r, e.kind, e.line, e.column, e"),
         "nil\tdecode\t2\t6\tXML, line 2, column 6: the element <b> is closed by </a>")
    same(evaluate("return xml.decode(('x'):rep(4 * 1024 * 1024 + 1))"), "nil\txml.decode: the text is larger than 4 MiB")
    same(evaluate("return #xml.decode('<a>' .. ('<b/>'):rep(20000) .. '</a>').children"), "20000")
    same(evaluate("return coroutine.wrap(function() return #xml.decode(('<a>'):rep(256) .. ('</a>'):rep(256)).children end)()"), "1")
