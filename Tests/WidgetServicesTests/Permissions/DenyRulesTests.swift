import Foundation
import Testing
import WidgetModel
import WidgetServices
import WidgetTesting

/// `[deny]` in config.toml.
@Suite struct DenyRulesTests {
  private func rules(_ change: (inout DenyRules) -> Void) -> DenyRules {
    var rules = DenyRules()
    change(&rules)
    return rules
  }

  @Test("a rule overrides what was allowed, what the user allows for this run, and what needs no question")
  func overrides() {
    var declared = PermissionSet()
    (declared.run, declared.device, declared.openURL) = (["git", "/usr/bin/sh", "ls"], ["disk"], ["https"])
    let rules = rules {
      _ = $0.deny(.run, "git")
      _ = $0.deny(.run, "sh")
      $0.deny(.device)
      _ = $0.deny(.openURL, "https")
    }
    let grants = Grants(
      declared: declared, records: [GrantRecord(.run("git"), isAllowed: true)], given: [.run("/usr/bin/sh")], rules: rules)
    #expect(grants.pending == [.run("ls")])
    for permission in [Permission.run("git"), .run("/usr/bin/sh"), .device("disk"), .openURL("https")] {
      #expect(!grants.isAllowed(permission), "\(permission)")
    }
  }

  @Test(
    "a host is denied with its subdomains on every port, and nothing else",
    arguments: [
      ("https://example.com/", true), ("https://a.b.example.com:8443/", true), ("https://EXAMPLE.com./", true),
      ("https://example.com.evil.org/", false), ("https://notexample.com/", false), ("https://192.0.2.7/", true),
      ("https://8.8.8.8/", false),
    ])
  func hosts(url: String, isDenied: Bool) throws {
    var policy = NetPolicy(grants: [NetGrant("*"), NetGrant("*:8443")].compactMap(\.self))
    policy.rules = rules {
      _ = $0.deny(.net, "*.example.com")
      _ = $0.deny(.net, "192.0.2.0/24")
    }
    let address = try WebAddress(parsing: url)
    var reason: FetchError.Reason?
    do throws(FetchError) { try policy.check(address) } catch { reason = error.reason }
    #expect((reason == .ruledOut) == isDenied)
  }

  @Test("an address is denied also when an allowed name leads there; IPv4 in IPv6 is the same address")
  func resolved() throws {
    var policy = NetPolicy(grants: [NetGrant("*")].compactMap(\.self))
    policy.rules = rules { _ = $0.deny(.net, "9.9.9.0/24") }
    let address = try WebAddress(parsing: "https://a.example/")
    try policy.check(address)
    for text in ["9.9.9.9", "::ffff:9.9.9.9"] {
      let resolved = try #require(IPAddress(text))
      #expect(throws: FetchError.self) { try policy.check(resolved, for: address) }
    }
    try policy.check(try #require(IPAddress("9.9.8.8")), for: address)
  }

  @Test(
    "what leads to a denied address is denied too: another spelling, a translator, and an unspecified address",
    arguments: [
      (["127.0.0.0/8"], "0.0.0.0", true), (["127.0.0.0/8"], "::", true), (["127.0.0.0/8"], "::ffff:0.0.0.0", true),
      (["127.0.0.0/8"], "::ffff:127.0.0.1", true), (["::1"], "::", true), (["localhost"], "0.0.0.0", true),
      (["localhost"], "127.0.0.1", true), (["localhost"], "::1", true), (["9.9.9.0/24"], "64:ff9b::909:909", true),
      (["::ffff:9.9.9.9"], "9.9.9.9", true), (["9.9.9.0/24"], "0.0.0.0", false), (["localhost"], "9.9.9.9", false),
      (["localhost.example"], "127.0.0.1", false),
    ])
  func destinations(denied: [String], text: String, isDenied: Bool) throws {
    var policy = NetPolicy(grants: [NetGrant("*")].compactMap(\.self))
    policy.rules = rules { for host in denied { _ = $0.deny(.net, host) } }
    let literal = text.contains(":") ? "[\(text)]" : text
    policy.privateGrants = [NetGrant(literal)].compactMap(\.self)
    let address = try WebAddress(parsing: "http://\(literal)/")
    var reason: FetchError.Reason?
    do throws(FetchError) { try policy.check(address) } catch { reason = error.reason }
    #expect((reason == .ruledOut) == isDenied)
  }

  @Test("a program denied by its path is denied by every path that leads to its file; one denied by name also by links to it")
  func programLinks() throws {
    try withTemporaryFolder { path in
      let manager = FileManager.default
      try manager.createDirectory(atPath: "\(path)/real", withIntermediateDirectories: false)
      for name in ["tool", "other"] { #expect(manager.createFile(atPath: "\(path)/real/\(name)", contents: nil)) }
      try manager.createSymbolicLink(atPath: "\(path)/bin", withDestinationPath: "\(path)/real")
      try manager.createSymbolicLink(atPath: "\(path)/alias", withDestinationPath: "\(path)/bin/tool")
      let spellings = ["real/tool", "bin/tool", "alias", "real/../bin/./tool"].map { "\(path)/\($0)" }
      for denied in spellings + ["tool"] {
        let rules = rules { _ = $0.deny(.run, denied) }
        for requested in spellings { #expect(rules.denies(.run(requested)), "\(denied), \(requested)") }
        #expect(!rules.denies(.run("\(path)/real/other")) && !rules.denies(.run("\(path)/none")))
        #expect(rules.locating([.run("tool")]) { "\(path)/bin/\($0)" }.denies(.run("tool")))
      }
    }
  }

  @Test("private_net denies only addresses that aren't public")
  func privateNet() throws {
    var policy = NetPolicy(
      grants: [NetGrant("*")].compactMap(\.self), privateGrants: [NetGrant("192.168.1.10:8080")].compactMap(\.self))
    policy.rules = rules { $0.deny(.privateNet) }
    try policy.check(try WebAddress(parsing: "https://a.example/"))
    #expect(throws: FetchError.self) { try policy.check(try WebAddress(parsing: "http://192.168.1.10:8080/")) }
  }

  @Test("a value that can match nothing is refused")
  func useless() {
    var rules = DenyRules()
    #expect(!rules.deny(.net, "https://a.example/") && !rules.deny(.net, "a b") && !rules.deny(.device, "dsik"))
    #expect(!rules.deny(.notify, "x") && rules.isEmpty)
  }
}
