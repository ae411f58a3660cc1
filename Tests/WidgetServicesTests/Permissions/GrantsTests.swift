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
    var grants = Grants(declared: declared, records: records)
    #expect(grants.allowed == [.env("HOME"): .remembered] && grants.denied == [.run("git")] && grants.pending == [.env("PATH")])
    grants.decide(.env("PATH"), isAllowed: true)
    #expect(grants.isAllowed(.env("PATH")) && grants.pending == [])
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
}
