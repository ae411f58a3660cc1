import Testing
import WidgetModel
import WidgetServices

@Suite struct GrantsTests {
  private func set(_ change: (inout PermissionSet) -> Void) -> PermissionSet {
    var permissions = PermissionSet()
    change(&permissions)
    return permissions
  }

  @Test(
    "a permission is parsed from its written form",
    arguments: [
      ("net=api.example.com", Permission.net("api.example.com")), ("net=API.Example.com.:8443", .net("api.example.com:8443")),
      ("private_net=192.168.1.10:8080", .privateNet("192.168.1.10:8080")), ("device=disk", .device("disk")),
      ("env=HOME", .env("HOME")), ("run=git", .run("git")), ("group=group.x", .group("group.x")),
      ("open_url=MyFlight", .openURL("myflight")), ("notify", .notify),
    ])
  func reading(text: String, permission: Permission) {
    #expect(Permission(text) == permission)
    #expect(Permission(permission.description) == permission)
  }

  @Test(
    "text that is not a grant is refused",
    arguments: ["", "net", "net=", "net=https://a.b", "net=a b", "disk", "device=", "run=a\u{1B}[2J", "notify=1", "Net=a.b"])
  func refusing(text: String) { #expect(Permission(text) == nil) }

  @Test("running a widget grants public hosts, and system metrics that cannot leave the machine")
  func running() {
    let harmless = Grants(declared: set { $0.device = ["disk", "load"] }, records: [])
    #expect(harmless.pending == [] && harmless.isAllowed(.device("disk")))
    let online = Grants(declared: set { ($0.device, $0.net) = (["disk"], ["a.example"]) }, records: [])
    #expect(online.isAllowed(.net("a.example")) && online.pending == [.device("disk")])
    let rest = Grants(
      declared: set {
        ($0.privateNet, $0.env, $0.run, $0.openURL, $0.notify) = (["10.0.0.1:80"], ["HOME"], ["git"], ["https", "myapp"], true)
      }, records: [])
    #expect(rest.pending == [.privateNet("10.0.0.1:80"), .env("HOME"), .run("git"), .openURL("myapp"), .notify])
    #expect(rest.isAllowed(.openURL("https")))
  }

  @Test("the first widget that uses a group gets it; the user is asked about the next")
  func groups() {
    let declared = set { $0.groups = ["group.x"] }
    #expect(Grants(declared: declared, records: []).isAllowed(.group("group.x")))
    #expect(Grants(declared: declared, records: [], isShared: { $0 == "group.x" }).pending == [.group("group.x")])
  }

  @Test("decisions are not asked again, and --allow wins")
  func decided() {
    let declared = set { ($0.env, $0.run) = (["HOME", "PATH"], ["git"]) }
    let records = [GrantRecord(.env("HOME"), isAllowed: true), GrantRecord(.run("git"), isAllowed: false)]
    let grants = Grants(declared: declared, records: records)
    #expect(grants.allowed == [.env("HOME"): .remembered] && grants.denied == [.run("git")] && grants.pending == [.env("PATH")])
    #expect(Grants(declared: declared, records: records, refused: [.env("PATH")]).pending == [])
    #expect(Grants(declared: declared, records: records, given: [.run("git")]).isAllowed(.run("git")))
  }

  @Test("decisions hold for one exact manifest", arguments: StoreImplementation.allCases)
  func store(_ implementation: StoreImplementation) throws {
    let folder = TemporaryFolder()
    let store: any GrantStore =
      implementation == .sqlite ? SQLiteGrantStore(.data(StorePath(folder("defaults.db")))) : MemoryGrantStore()
    let records = [
      GrantRecord(.env("HOME"), isAllowed: true), GrantRecord(.run("git"), isAllowed: false, program: "/usr/bin/git"),
    ]
    #expect(try store.records(of: "w", manifest: [1]) == [])
    try store.remember(records, of: "w", manifest: [1])
    try store.remember([GrantRecord(.notify, isAllowed: true)], of: "w", manifest: [1])
    #expect(
      try store.records(of: "w", manifest: [1]) == records.dropLast() + [GrantRecord(.notify, isAllowed: true)]
        + records.suffix(1))
    #expect(try store.records(of: "w", manifest: [2]) == [])
    #expect(try store.records(of: "v", manifest: [1]) == [])
    try store.remember([GrantRecord(.group("group.x"), isAllowed: true)], of: "v", manifest: [])
    #expect(try store.users(ofGroup: "group.x", besides: "w") == ["v"])
    #expect(try store.users(ofGroup: "group.x", besides: "v") == [])
    #expect(
      try store.list().map { "\($0.widget) \($0.record.permission)" } == [
        "v group=group.x", "w env=HOME", "w notify", "w run=git",
      ])
    // Another manifest: the old decisions don't apply any more.
    try store.remember([GrantRecord(.env("PATH"), isAllowed: true)], of: "w", manifest: [2])
    #expect(try store.records(of: "w", manifest: [1]) == [])
    #expect(try store.revoke(.group("group.x"), of: "w") == 0)
    #expect(try store.revoke(nil, of: "w") == 1)
    #expect(try store.revoke(nil, of: nil) == 1)
    #expect(try store.list() == [])
  }

  @Test(
    "allowing a permission grants the part of a request that it covers",
    arguments: [
      ("private_net=127.0.0.1:18731", "private_net=localhost:18731", "private_net=localhost:18731"),
      ("private_net=[::1]:1", "private_net=localhost:1", "private_net=localhost:1"),
      ("net=localhost:1", "private_net=127.0.0.1:1", "private_net=127.0.0.1:1"),
      ("private_net=10.0.0.1:1", "net=10.0.0.1:1", "net=10.0.0.1:1"), ("net=10.0.0.1:80", "net=10.0.0.1", "net=10.0.0.1:80"),
      ("net=10.0.0.1", "net=10.0.0.1:443", "net=10.0.0.1:443"), ("net=10.0.0.1:81", "net=10.0.0.1", nil),
      ("net=127.0.0.2:1", "net=localhost:1", nil), ("net=a.localhost:1", "net=localhost:1", nil),
      ("net=a.example", "net=*", "net=a.example"), ("net=127.0.0.1", "net=*", nil), ("net=*", "net=a.example", "net=a.example"),
      ("net=*", "net=10.0.0.1", nil), ("device=*", "device=disk", "device=disk"), ("device=disk", "device=*", "device=disk"),
      ("device=disk", "device=cpu", nil), ("run=git", "run=git", "run=git"), ("run=git", "env=git", nil),
    ])
  func parts(_ given: String, _ requested: String, _ granted: String?) throws {
    let (given, requested) = (try #require(Permission(given)), try #require(Permission(requested)))
    #expect(given.part(of: requested)?.description == granted)
  }

  @Test("a host requested by both kinds is allowed by the kind the user names, and by any kind if it's requested by one")
  func kindsOfHosts() {
    let both = [Permission.net("10.0.0.1:1"), .privateNet("10.0.0.1:1")]
    for permission in both { #expect(permission.parts(of: both) == [permission]) }
    #expect(Permission.privateNet("10.0.0.1:1").parts(of: [.net("10.0.0.1:1")]) == [.net("10.0.0.1:1")])
    #expect(Permission.net("10.0.0.1:1").parts(of: [.privateNet("10.0.0.1:1")]) == [.privateNet("10.0.0.1:1")])
    #expect(Permission.notify.parts(of: both).isEmpty)
    let declared = set { ($0.net, $0.privateNet) = (["10.0.0.1:1"], ["10.0.0.1:1"]) }
    let grants = Grants(declared: declared, records: [], given: [.privateNet("10.0.0.1:1")])
    #expect(grants.allowed == [.net("10.0.0.1:1"): .running, .privateNet("10.0.0.1:1"): .given])
  }

  @Test("what isn't requested isn't granted: neither by --allow nor by an earlier decision; a setting's host counts as requested")
  func unrequested() {
    let declared = set { $0.env = ["HOME"] }
    let records = [GrantRecord(.run("git"), isAllowed: true)]
    let grants = Grants(
      declared: declared, records: records, given: [.env("PATH"), .notify, .net("10.0.0.1:1")], settings: [.net("10.0.0.1:1")])
    #expect(grants.allowed == [.net("10.0.0.1:1"): .given] && grants.unrequested == [.env("PATH"), .notify])
    #expect(grants.pending == [.env("HOME")])
  }

  @Test(
    "a revocation is recorded even if nothing was stored, and voids decisions made before it",
    arguments: StoreImplementation.allCases)
  func revocations(_ implementation: StoreImplementation) throws {
    let folder = TemporaryFolder()
    let path = StorePath(folder("defaults.db"))
    let store: any GrantStore = implementation == .sqlite ? SQLiteGrantStore(.data(path)) : MemoryGrantStore()
    // Another process has its own connection.
    let other: any GrantStore = implementation == .sqlite ? SQLiteGrantStore(.data(path)) : store
    let before = try store.decisions(of: "w", manifest: [1]).revocations
    #expect(before == Revocations())
    #expect(try other.revoke(.notify, of: "w") == 0)
    let after = try store.decisions(of: "w", manifest: [1]).revocations
    #expect(after.latest(.notify) > before.latest(.notify) && after.latest(.run("git")) == before.latest(.run("git")))
    #expect(try store.decisions(of: "v", manifest: [1]).revocations == Revocations())
    let records = [GrantRecord(.notify, isAllowed: true), GrantRecord(.run("git"), isAllowed: true)]
    #expect(try store.remember(records, of: "w", manifest: [1], unlessRevokedSince: before) == [records[1]])
    #expect(try store.remember(records, of: "w", manifest: [1], unlessRevokedSince: after) == records)
    #expect(try other.revoke(nil, of: nil) == 2)
    let all = try store.decisions(of: "w", manifest: [1])
    #expect(all.records == [] && all.revocations.latest(.run("git")) > after.latest(.notify))
    #expect(try store.decisions(of: "v", manifest: [1]).revocations.latest(.notify) == all.revocations.latest(.notify))
    // Each number is new, although the rows it covers are gone.
    #expect(try other.revoke(nil, of: "w") == 0)
    #expect(try store.decisions(of: "w", manifest: [1]).revocations.all > all.revocations.all)
  }

  @Test(
    "a store's revision stays as long as nobody decides anything, here or in another process",
    arguments: StoreImplementation.allCases)
  func revisions(_ implementation: StoreImplementation) throws {
    let folder = TemporaryFolder()
    let path = StorePath(folder("defaults.db"))
    let store: any GrantStore = implementation == .sqlite ? SQLiteGrantStore(.data(path)) : MemoryGrantStore()
    let other: any GrantStore = implementation == .sqlite ? SQLiteGrantStore(.data(path)) : store
    if implementation == .sqlite { #expect(try store.revision() == nil, "there's no file yet") }
    let steps: [(String, (any GrantStore) throws -> Void)] = [
      ("remember", { try $0.remember([GrantRecord(.notify, isAllowed: true)], of: "w", manifest: [1]) }),
      ("revoke", { _ = try $0.revoke(.notify, of: "w") }),
    ]
    for (name, step) in steps {
      for changed in [store, other] {
        let before = try store.revision()
        _ = try store.decisions(of: "w", manifest: [1])
        #expect(try store.revision() == before, "\(name)")
        try step(changed)
        #expect(try store.revision() != before, "\(name)")
      }
    }
    // Another connection, even to the same file, has another revision.
    if implementation == .sqlite { #expect(try SQLiteGrantStore(.data(path)).revision() != store.revision()) }
  }
}
