import Testing
import WidgetServices

@Suite struct NetPolicyTests {
  private func kind(_ policy: NetPolicy, _ url: String) throws -> FetchError.Kind? {
    let address = try WebAddress(parsing: url)
    do throws(FetchError) {
      try policy.check(address)
      return nil
    } catch {
      return error.kind
    }
  }

  private func policy(_ grants: [String], opened: [String] = []) throws -> NetPolicy {
    NetPolicy(
      grants: try grants.map { try #require(NetGrant($0)) }, privateGrants: try opened.map { try #require(NetGrant($0)) },
      scriptName: "flight.lua")
  }

  @Test(
    "a grant is a host, a host with a port, or a star",
    arguments: [
      ("api.example.com", "api.example.com"), ("API.Example.com.", "api.example.com"),
      ("api.example.com:8443", "api.example.com:8443"),
      ("127.0.0.1:8080", "127.0.0.1:8080"), ("[::1]:8080", "[::1]:8080"), ("[0:0::1]", "[::1]"), ("localhost:80", "localhost:80"),
      ("*", "*"), ("*:8443", "*:8443"),
    ])
  func grants(_ text: String, _ canonical: String) {
    #expect(NetGrant(text)?.description == canonical)
  }

  @Test(
    "nothing else is a grant",
    arguments: [
      "", ":", ":80", "https://api.example.com", "api.example.com/", "*.example.com", "**", "api.example.com:",
      "api.example.com:0",
      "api.example.com:65536", "127.1", "::1", "a b", "user@example.com", "b\u{FC}cher.de", "[::1", "example.com:80:80",
    ])
  func noGrant(_ text: String) {
    #expect(NetGrant(text) == nil)
  }

  @Test("hosts match exactly, and a grant without a port means 443 and 80")
  func exact() throws {
    let policy = try policy(["api.example.com", "other.example.com:8443"])
    for url in [
      "https://api.example.com/", "http://api.example.com/", "https://API.example.com./x", "http://api.example.com:443/",
    ] {
      #expect(try kind(policy, url) == nil, "\(url)")
    }
    for url in [
      "https://example.com/", "https://x.api.example.com/", "https://api.example.com.evil.com/", "https://api.example.com:8443/",
      "https://other.example.com/",
    ] {
      #expect(try kind(policy, url) == .denied, "\(url)")
    }
    #expect(try kind(policy, "https://other.example.com:8443/") == nil)
    #expect(try kind(policy, "http://other.example.com:8443/") == nil)
  }

  @Test("a star is any public host, never a private one")
  func star() throws {
    let policy = try policy(["*"], opened: ["*"])
    #expect(try kind(policy, "https://anything.example/") == nil)
    #expect(try kind(policy, "https://8.8.8.8/") == nil)
    #expect(try kind(policy, "https://anything.example:8443/") == .denied)
    for url in [
      "http://127.0.0.1/", "http://[::1]/", "http://192.168.0.1/", "http://169.254.169.254/", "http://[::ffff:127.0.0.1]/",
    ] {
      #expect(try kind(policy, url) == .denied, "\(url)")
    }
    let address = try WebAddress(parsing: "https://anything.example/")
    #expect(throws: FetchError.self) { try policy.check(.loopback4, for: address) }
    try policy.check(#require(IPAddress("8.8.8.8")), for: address)
  }

  @Test("a manifest opens no private address; the user's literal grant does, for that port")
  func opened() throws {
    #expect(try kind(policy(["127.0.0.1:8080"]), "http://127.0.0.1:8080/") == .denied)
    let policy = try policy([], opened: ["127.0.0.1:8080"])
    #expect(try kind(policy, "http://127.0.0.1:8080/") == nil)
    #expect(try kind(policy, "http://127.0.0.1:8081/") == .denied)
    #expect(try kind(policy, "http://127.0.0.2:8080/") == .denied)
    #expect(try kind(policy, "http://[::1]:8080/") == .denied)
  }

  @Test(
    "each name and address of this machine needs its own grant",
    arguments: ["localhost", "127.0.0.1", "[::1]", "a.localhost", "127.0.0.2"])
  func loopback(_ host: String) throws {
    let policy = try policy([], opened: ["\(host):8080"])
    for other in ["localhost", "127.0.0.1", "[::1]", "a.localhost", "b.localhost", "b.a.localhost", "127.0.0.2"] {
      #expect(try kind(policy, "http://\(other):8080/") == (other == host ? nil : .denied), "\(other)")
    }
    #expect(try kind(policy, "http://\(host):8081/") == .denied)
  }

  @Test("localhost leads to 127.0.0.1 and ::1, in any spelling, and needs such a grant; other names don't lead there with it")
  func localhost() throws {
    let byName = try policy(["other.example:8080"], opened: ["localhost:8080"])
    #expect(try kind(byName, "http://LOCALHOST.:8080/") == nil)
    let address = try WebAddress(parsing: "http://localhost:8080/")
    for loopback in [IPAddress.loopback4, .loopback6] {
      try byName.check(loopback, for: address)
      #expect(throws: FetchError.self) { try byName.check(loopback, for: WebAddress(parsing: "http://other.example:8080/")) }
    }
    #expect(throws: FetchError.self) { try byName.check(#require(IPAddress("127.0.0.2")), for: address) }
    #expect(try kind(policy([], opened: ["127.0.0.1:8080"]), "http://[::ffff:127.0.0.1]:8080/") == nil)
    #expect(try kind(policy([]), "http://localhost:8080/") == .denied)
    let listed = try policy(["localhost:8080"])
    #expect(throws: FetchError.self) { try listed.check(.loopback4, for: address) }
  }

  @Test("a public name that resolves to a private address is denied, whatever the name")
  func rebinding() throws {
    let policy = try policy(["evil.example"], opened: ["192.168.0.1:8080"])
    let address = try WebAddress(parsing: "http://evil.example/")
    for text in ["127.0.0.1", "10.0.0.1", "192.168.0.1", "::1", "::ffff:127.0.0.1", "169.254.169.254"] {
      let resolved = try #require(IPAddress(text))
      #expect(throws: FetchError.self, "\(text)") { try policy.check(resolved, for: address) }
    }
  }

  @Test("a name that you've set doesn't open the private address it resolves to; the remedy is to set the address")
  func nameFromSetting() throws {
    var policy = try policy(["nas.example:8080"], opened: ["nas.example:8080"])
    let address = try WebAddress(parsing: "http://nas.example:8080/")
    let resolved = try #require(IPAddress("192.168.1.4"))
    let author =
      "add \"192.168.1.4:8080\" to permissions.private_net in flight.lua, and allow it with --allow private_net=192.168.1.4:8080"
    #expect(#expect(throws: FetchError.self) { try policy.check(resolved, for: address) }?.remedy == author)
    policy.fromSettings = policy.grants
    #expect(
      #expect(throws: FetchError.self) { try policy.check(resolved, for: address) }?.remedy
        == "if you trust it, write 192.168.1.4:8080 in the setting instead of the name, or \(author)")
  }

  @Test("the port that this program serves on is refused whatever is granted")
  func ownPort() throws {
    var policy = try policy(["*:8787"], opened: ["127.0.0.1:8787"])
    #expect(try kind(policy, "http://127.0.0.1:8787/") == nil)
    policy.refusedPorts = [8787]
    #expect(try kind(policy, "http://127.0.0.1:8787/") == .denied)
    #expect(try kind(policy, "http://example.com:8787/") == .denied)
  }

  @Test(
    "a denial names its remedy",
    arguments: [
      (
        "https://api.example.com/x?key=secret",
        "cannot fetch from api.example.com:443: the widget has no permission for this host; "
          + "add \"api.example.com\" to permissions.net in flight.lua"
      ),
      (
        "https://api.example.com:8443/",
        "cannot fetch from api.example.com:8443: the widget has no permission for this host; "
          + "add \"api.example.com:8443\" to permissions.net in flight.lua"
      ),
      (
        "http://localhost:8080/",
        "cannot fetch from localhost:8080: the widget has no permission for this host; "
          + "add \"localhost:8080\" to permissions.private_net in flight.lua, and allow it with --allow private_net=localhost:8080"
      ),
      (
        "http://10.0.0.1:8080/",
        "cannot fetch from 10.0.0.1:8080: 10.0.0.1 is not a public address; "
          + "allow it with --allow private_net=10.0.0.1:8080"
      ),
    ])
  func remedies(_ url: String, _ text: String) throws {
    let policy = try policy(["10.0.0.1:8080"])
    let error = #expect(throws: FetchError.self) { try policy.check(WebAddress(parsing: url)) }
    #expect(error?.description == text)
  }
}
