import Testing

@testable import WidgetFormats

@Suite struct XMLReaderTests {
  /// A document in one line: elements as calls, attributes in brackets, texts in quotes.
  static func shape(_ document: XMLDocument, _ index: Int = 0) -> String {
    let node = document.nodes[index]
    switch node.content {
    case .text(let text): return "'" + text.replacing("\n", with: "⏎") + "'"
    case .element(let name, let attributes):
      let values = attributes.isEmpty ? "" : "[" + attributes.map { "\($0.name)=\($0.value)" }.joined(separator: " ") + "]"
      return name + values + "(" + document.children(index).map { shape(document, $0) }.joined(separator: " ") + ")"
    }
  }

  static func read(_ bytes: [UInt8], charset: String? = nil) -> String {
    do { return shape(try XMLReader.read(bytes, charset: charset)) } catch { return "\(error)" }
  }

  @Test(
    "well-formed documents are parsed",
    arguments: [
      ("<a/>", "a()"),
      ("<a></a>\n", "a()"),
      ("\u{FEFF}<a>b</a>", "a('b')"),
      ("<?xml version=\"1.0\"?><a>b</a>", "a('b')"),
      ("<?xml version='1.0' encoding='utf8'?><a>é</a>", "a('é')"),
      ("<?xml version='1.0' standalone='yes'?><a>&amp;</a>", "a('&')"),
      ("<a b='1' c=\"2\"/>", "a[b=1 c=2]()"),
      ("<a><b/><c><d/></c></a>", "a(b() c(d()))"),
      ("<a>x<b>y</b>z</a>", "a('x' b('y') 'z')"),
      ("<a>&lt;&gt;&amp;&quot;&apos;</a>", "a('<>&\"'')"),
      ("<a>&#65;&#x42;&#x1F600;</a>", "a('AB😀')"),
      ("<a>caf&eacute;&nbsp;&hellip;&euro;</a>", "a('café\u{A0}…€')"),
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
      ("<!DOCTYPE a [<!ENTITY nbsp '&#160;'>]><a>&nbsp;</a>", "a('\u{A0}')"),
      (
        "<!DOCTYPE a [<!ENTITY % HTMLlat1 PUBLIC '-//W3C//ENTITIES Latin 1 for XHTML//EN' 'http://www.w3.org/x.ent'>%HTMLlat1;]><a>&auml;</a>",
        "a('ä')"
      ),
      ("<日本>語</日本>", "日本('語')"),
    ])
  func wellFormed(_ text: String, _ expected: String) { #expect(Self.read(Array(text.utf8)) == expected) }

  @Test(
    "an ill-formed document is an error with a message and a position",
    arguments: [
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
      ("<a>\u{0}</a>", "line 1, column 4: the character U+0000 is not allowed"),
      ("<a>é\u{1B}</a>", "line 1, column 5: the character U+001B is not allowed"),
      ("<a>\u{FFFF}</a>", "line 1, column 4: the character U+FFFF is not allowed"),
      ("\n<?xml version='1.0'?><a/>", "line 2, column 1: the declaration <?xml ... ?> must be the very beginning"),
      ("<?xml version='1.0' encoding='klingon'?><a/>", "line 1, column 31: the encoding klingon is not supported"),
      ("<?xml version='1.0' encoding='UTF-16'?><a/>", "line 1, column 31: the text isn't in the encoding it declares"),
      ("<?xml encoding='UTF-8'?><a/>", "line 1, column 7: the declaration <?xml ... ?> is not well-formed"),
      ("<a>]]></a>", "line 1, column 6: > is not allowed here"),
      ("<a><!-- -- --></a>", "line 1, column 11: a blank is not allowed here"),
    ])
  func malformed(_ text: String, _ expected: String) { #expect(Self.read(Array(text.utf8)) == expected) }

  @Test(
    "a document's own entities are refused, and nothing is opened",
    arguments: [
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
    ])
  func entities(_ text: String, _ expected: String) { #expect(Self.read(Array(text.utf8)) == expected) }

  @Test(
    "bytes in the encoding of the declaration, the byte order mark or the header",
    arguments: [
      ([0xEF, 0xBB, 0xBF] + Array("<a>é</a>".utf8), nil, "a('é')"),
      (utf16("\u{FEFF}<a>é€</a>"), nil, "a('é€')"),
      (utf16("\u{FEFF}<a>é</a>", little: true), "iso-8859-1", "a('é')"),
      (utf16("<a>é</a>"), "utf-16be", "a('é')"),
      (declared("ISO-8859-1", [0xE9]), nil, "a('é')"),
      (declared("latin1", [0xE9]), nil, "a('é')"),
      (declared("ISO-8859-2", [0xB3]), nil, "a('ł')"),
      (declared("iso-8859-15", [0xA4]), nil, "a('€')"),
      (declared("windows-1252", [0x93, 0x94, 0x80]), nil, "a('“”€')"),
      (declared("Windows-1250", [0x9C, 0xE6]), nil, "a('ść')"),
      (declared("windows-1251", [0xCF, 0xF0, 0xE8]), nil, "a('При')"),
      (declared("us-ascii", [0x41]), nil, "a('A')"),
      (declared("windows-1252", [0x81]), nil, "line 1, column 49: the bytes are not text in the document's encoding"),
      (declared("us-ascii", [0xE9]), nil, "line 1, column 45: the bytes are not text in the document's encoding"),
      (declared("utf-8", [0xE9]), "windows-1251", "a('й')"),
      (declared("utf-8", [0xE9]), "klingon", "line 1, column 42: the bytes are not text in the document's encoding"),
      ([0x3C, 0x61, 0x3E, 0xC3, 0x28], nil, "line 1, column 4: the bytes are not text in the document's encoding"),
      ([0x3C, 0x61, 0x3E, 0xED, 0xA0, 0x80], nil, "line 1, column 4: the bytes are not text in the document's encoding"),
      ([0x3C, 0x61, 0x3E, 0xC3], nil, "line 1, column 4: the bytes are not text in the document's encoding"),
      ([0x00], nil, "line 1, column 1: the character U+0000 is not allowed"),
      (utf16("\u{FEFF}<a><b></a>"), nil, "line 1, column 10: the element <b> is closed by another name"),
    ] as [([UInt8], String?, String)])
  func encodings(_ bytes: [UInt8], _ charset: String?, _ expected: String) {
    #expect(Self.read(bytes, charset: charset) == expected)
  }

  static func utf16(_ text: String, little: Bool = false) -> [UInt8] {
    text.utf16.flatMap { little ? [UInt8($0 & 0xFF), UInt8($0 >> 8)] : [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
  }

  static func declared(_ encoding: String, _ bytes: [UInt8]) -> [UInt8] {
    Array("<?xml version='1.0' encoding='\(encoding)'?><a>".utf8) + bytes + Array("</a>".utf8)
  }

  static func nested(_ depth: Int) -> String {
    String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
  }

  static func attributes(_ count: Int) -> String { "<a" + (0..<count).map { " b\($0)=''" }.joined() + "/>" }

  static func declaring(_ count: Int) -> String {
    "<!DOCTYPE a [" + (0..<count).map { "<!ATTLIST a b\($0) CDATA ''>" }.joined() + "]><a/>"
  }

  @Test(
    "the limits: the largest allowed values, and the smallest refused ones",
    arguments: [
      (nested(256), nil),
      (nested(257), "line 1, column 769: more than 256 levels of nested elements"),
      (nested(100_000), "line 1, column 769: more than 256 levels of nested elements"),
      (attributes(1000), nil),
      (attributes(1001), "line 1, column 1: the element <a> has more than 1000 attributes"),
      (declaring(100), nil),
      (declaring(101), "line 1, column 2527: the document type declares more than 100 attributes"),
      (
        "<!DOCTYPE a [<!ATTLIST b c CDATA '\(String(repeating: "x", count: 2_000_000))'>]><a>"
          + String(repeating: "<b/>", count: 90_000) + "</a>", nil
      ),
      ("<\(String(repeating: "n", count: 1024))/>", nil),
      ("<\(String(repeating: "n", count: 1025))/>", "line 1, column 1: a name is longer than 1024 bytes"),
      ("<a \(String(repeating: "n", count: 1025))='1'/>", "line 1, column 1: a name is longer than 1024 bytes"),
      ("<a>" + String(repeating: "<b/>", count: 99_999) + "</a>", nil),
      ("<a>" + String(repeating: "<b/>", count: 100_000) + "</a>", "line 1, column 400000: more than 100000 elements and texts"),
      ("<a>" + String(repeating: "x", count: (4 << 20) - 7) + "</a>", nil),
      ("<a>" + String(repeating: "x", count: (4 << 20) - 6) + "</a>", "line 1, column 1: the text is larger than 4 MiB"),
      ("<a>" + String(repeating: "&nbsp;", count: 600_000) + "</a>", nil),
      ("<a b='" + String(repeating: "x", count: 4_000_000) + "'/>", nil),
      ("<a>" + String(repeating: "<!--x-->", count: 500_000) + "</a>", nil),
    ] as [(String, String?)])
  func limits(_ text: String, _ expected: String?) {
    var problem: String?
    do { _ = try XMLReader.read(Array(text.utf8)) } catch { problem = "\(error)" }
    #expect(problem == expected)
  }
}
