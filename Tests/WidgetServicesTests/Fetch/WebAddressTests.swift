import Testing
import WidgetServices
import WidgetTesting

@Suite struct WebAddressTests {
  @Test(
    "a URL is parsed into canonical parts",
    arguments: [
      ("https://api.example.com/flights?n=1", "https://api.example.com/flights?n=1"),
      ("HTTPS://API.Example.COM", "https://api.example.com/"),
      ("http://example.com:80/", "http://example.com/"),
      ("http://example.com:0080/", "http://example.com/"),
      ("http://example.com:443/", "http://example.com:443/"),
      ("https://example.com:443", "https://example.com/"),
      ("https://example.com.:8443/x", "https://example.com:8443/x"),
      ("https://example.com?q", "https://example.com/?q"),
      ("https://example.com#top", "https://example.com/"),
      ("https://example.com/a#b?c", "https://example.com/a"),
      ("https://example.com/a/./b/../c/", "https://example.com/a/c/"),
      ("https://example.com/../../x", "https://example.com/x"),
      ("https://example.com/a/..", "https://example.com/"),
      ("https://example.com/a/.", "https://example.com/a/"),
      ("https://example.com//a//b", "https://example.com//a//b"),
      ("https://example.com/a%20b%2fc", "https://example.com/a%20b%2fc"),
      ("https://example.com/100%", "https://example.com/100%25"),
      ("https://example.com/%zz%4", "https://example.com/%25zz%254"),
      ("https://example.com/?f[a]={\"b\"}|^`<>", "https://example.com/?f%5Ba%5D=%7B%22b%22%7D%7C%5E%60%3C%3E"),
      ("https://example.com/a@b:c;d,e!$&'()*+=~", "https://example.com/a@b:c;d,e!$&'()*+=~"),
      ("https://example.com/?a@b=https://c/d?e", "https://example.com/?a@b=https://c/d?e"),
      ("https://xn--bcher-kva.example/", "https://xn--bcher-kva.example/"),
      ("https://_dmarc.example-1.com/", "https://_dmarc.example-1.com/"),
      ("http://127.0.0.1:8080/", "http://127.0.0.1:8080/"),
      ("http://127.0.0.1./", "http://127.0.0.1/"),
      ("http://[::1]/", "http://[::1]/"),
      ("http://[0:0:0:0:0:0:0:1]:81/", "http://[::1]:81/"),
      ("http://[2001:DB8::A]/", "http://[2001:db8::a]/"),
      ("http://[::ffff:127.0.0.1]/", "http://[::ffff:127.0.0.1]/"),
      ("http://1e100.net/", "http://1e100.net/"),
      ("http://4chan/", "http://4chan/"),
    ])
  func accepts(_ text: String, _ canonical: String) throws {
    let address = try WebAddress(parsing: text)
    #expect(address.description == canonical)
    #expect(try WebAddress(parsing: address.description) == address)
  }

  @Test(
    "an ambiguous URL is refused, with a reason",
    arguments: [
      ("", .empty), ("example.com", .noScheme), ("//example.com/", .noScheme), ("/x", .noScheme), (":", .noScheme),
      ("://example.com", .noScheme), (" https://example.com/", .noScheme), ("1http://example.com/", .noScheme),
      ("ftp://example.com/", .scheme), ("file:///etc/passwd", .scheme), ("javascript:alert(1)", .scheme),
      ("http+unix://%2Ftmp%2Fs/", .scheme), ("data:text/plain,x", .scheme),
      ("https:", .noHost), ("https:/example.com/", .noHost), ("https:example.com", .noHost),
      ("https://", .emptyHost), ("https:///x", .emptyHost), ("https://:80/", .emptyHost), ("https://?x", .emptyHost),
      ("https://user@example.com/", .userInfo), ("https://user:pass@example.com/", .userInfo),
      ("https://@example.com/", .userInfo),
      ("https://example.com@127.0.0.1/", .userInfo),
      ("https://exa mple.com/", .character(offset: 11)), ("https://example.com/a b", .character(offset: 21)),
      ("https://example.com/a\r\nHost: x", .character(offset: 21)), ("https://example.com/\0", .character(offset: 20)),
      ("https://example.com/\u{7F}", .character(offset: 20)), ("https://example.com\\@evil.com/", .character(offset: 19)),
      ("https:\\\\example.com", .noHost), ("https://example.com/a\tb", .character(offset: 21)),
      ("https://example.com/#a b", .character(offset: 22)),
      ("https://b\u{FC}cher.example/", .nonASCIIHost), ("https://example\u{3002}com/", .nonASCIIHost),
      ("https://example.com/b\u{FC}cher", .nonASCII(offset: 21)),
      ("https://example.com/?\u{1F600}", .nonASCII(offset: 21)),
      ("https://example..com/", .host), ("https://.example.com/", .host), ("https://./", .host),
      ("https://example.com../", .host),
      ("https://ex%61mple.com/", .host), ("https://exa$mple.com/", .host), ("https://*.example.com/", .host),
      ("https://[::1/", .host), ("https://[::1]x/", .host), ("https://[]/", .host), ("https://[127.0.0.1]/", .host),
      ("https://[v1.a]/", .host), ("https://[:::1]/", .host), ("https://::1/", .host), ("https://a:b:80/", .host),
      ("https://[fe80::1%25eth0]/", .zone), ("https://[fe80::1%eth0]/", .zone),
      ("http://127.1/", .numericHost), ("http://2130706433/", .numericHost), ("http://0x7f000001/", .numericHost),
      ("http://0x7f.0.0.1/", .numericHost), ("http://0177.0.0.1/", .numericHost), ("http://127.0.0.0x1/", .numericHost),
      ("http://127.0.0.01/", .numericHost), ("http://256.0.0.1/", .numericHost), ("http://1.2.3.4.5/", .numericHost),
      ("http://example.1/", .numericHost), ("http://0/", .numericHost), ("http://127.0.0.1.0x/", .numericHost),
      ("http://example.com:/", .port), ("http://example.com:0/", .port), ("http://example.com:65536/", .port),
      ("http://example.com:99999999999999999999/", .port), ("http://example.com:+80/", .port), ("http://example.com:-1/", .port),
      ("http://example.com:8a/", .port), ("http://[::1]:/", .port),
    ] as [(String, WebAddress.Refusal)])
  func refuses(_ text: String, _ reason: WebAddress.Refusal) {
    #expect(throws: reason) { try WebAddress(parsing: text) }
  }

  @Test("length limits are exact")
  func limits() throws {
    let start = "https://example.com/"
    let fits = start + String(repeating: "a", count: WebAddress.maximumLength - start.utf8.count)
    #expect(try WebAddress(parsing: fits).description == fits)
    #expect(throws: WebAddress.Refusal.tooLong) { try WebAddress(parsing: fits + "a") }
    let label = String(repeating: "a", count: 63)
    #expect(try WebAddress(parsing: "https://\(label).com/").host == .name("\(label).com"))
    #expect(throws: WebAddress.Refusal.host) { try WebAddress(parsing: "https://a\(label).com/") }
    let long = Array(repeating: label, count: 4).joined(separator: ".")
    #expect(throws: WebAddress.Refusal.host) { try WebAddress(parsing: "https://\(long)/") }
  }

  @Test(
    "references are resolved as in RFC 3986 section 5.4",
    arguments: [
      ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"), ("//g", "http://g/"),
      ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q"), ("g#s", "http://a/b/c/g"),
      (";x", "http://a/b/c/;x"), ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"),
      ("..", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../../g", "http://a/g"),
      ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), ("..g", "http://a/b/c/..g"),
      ("./g/.", "http://a/b/c/g/"), ("g;x=1/../y", "http://a/b/c/y"), ("g?y/../x", "http://a/b/c/g?y/../x"),
      ("https://b.example:444/x", "https://b.example:444/x"), ("//b.example:81/x?y", "http://b.example:81/x?y"),
      ("g?a:b", "http://a/b/c/g?a:b"), ("./g:h", "http://a/b/c/g:h"),
      ("/caf\u{E9} b?q=\u{E9} \u{1F600}%20", "http://a/caf%C3%A9%20b?q=%C3%A9%20%F0%9F%98%80%20"), (" /g \t", "http://a/g"),
      ("//b/\u{FC}", "http://b/%C3%BC"), ("https://b?\u{FC}#\u{FC} ", "https://b/?%C3%BC"),
      ("g\u{FC} h", "http://a/b/c/g%C3%BC%20h"),
    ])
  func resolves(_ reference: String, _ url: String) throws {
    let base = try WebAddress(parsing: "http://a/b/c/d;p?q")
    #expect(try base.resolving(reference).description == url)
  }

  @Test(
    "a reference is refused for the same reasons as a URL",
    arguments: [
      ("javascript:alert(1)", .scheme), ("http:g", .noHost), ("//user@b/", .userInfo), ("/a\tb", .character(offset: nil)),
      ("/caf\u{FFFD}", .nonASCII(offset: nil)), ("//b\u{FC}cher.example/\u{FC}", .nonASCIIHost),
      ("//a b/", .character(offset: nil)),
      ("//127.1/", .numericHost), ("/\\evil.com", .character(offset: nil)), ("///x", .emptyHost),
    ] as [(String, WebAddress.Refusal)])
  func refusesReference(_ reference: String, _ reason: WebAddress.Refusal) throws {
    let base = try WebAddress(parsing: "http://a/b")
    #expect(throws: reason) { try base.resolving(reference) }
  }

  @Test("an accepted URL has the same host and port when it is parsed again")
  func property() {
    var random = SeededGenerator(seed: 1)
    let pieces = [
      "http", "https", "://", ":", "/", "//", "@", "\\", "?", "#", "[", "]", "::1", ".", "..", "%", "%41", "example.com",
      "127.0.0.1",
      "0x7f", "1", "localhost", "80", "443", "8080", "a", "B", "-", "_", " ", "\t", "\u{FC}", "\0", "&", "=", "*",
    ]
    var accepted = 0
    for _ in 0..<20_000 {
      var text = ["http://", "https://", "HTTP://", ""].randomElement(using: &random) ?? ""
      for _ in 0..<Int.random(in: 0...7, using: &random) { text += pieces.randomElement(using: &random) ?? "" }
      guard let address = try? WebAddress(parsing: text) else { continue }
      accepted += 1
      let again = try? WebAddress(parsing: address.description)
      #expect(again == address, "\(text)")
      let printable = address.description.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
      #expect(printable && address.pathAndQuery.hasPrefix("/"), "\(text)")
    }
    #expect(accepted > 1000)
  }
}
