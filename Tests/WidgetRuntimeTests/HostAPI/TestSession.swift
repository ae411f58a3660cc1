import WidgetModel
import WidgetServices
import WidgetTesting

@testable import WidgetRuntime

/// A session with in-memory services, for calling host functions without a worker.
struct TestSession {
  static let secret = "p4ss/w+rd-3f9a"

  let session: HostSession
  let cache = MemoryCacheStore()
  let defaults = MemoryDefaultsStore()
  let containers = MemoryContainerStore()
  let programs = FakeProgramRunner()
  let opener = FakeOpener()
  let notifier = FakeNotifier()
  let fetcher = FakeFetcher()

  /// - Parameter grants: Permissions allowed by the user.
  init(grants: [Permission] = []) {
    let services = Services(
      fetcher: fetcher, cache: cache, defaults: defaults, snapshots: MemorySnapshotStore(),
      device: FixedDevice(disks: ["sample": DiskSpace(used: 1, free: 1)]),
      containers: containers, grants: MemoryGrantStore(), programs: programs, opener: opener, notifier: notifier,
      notificationQuota: MemoryNotificationQuota(), environment: ["sample": "value"], clock: ManualClock(1_800_000_000))
    let script = WidgetScript(source: "", name: "test.lua", resources: nil)
    session = HostSession(
      identity: WidgetIdentity(script: script, assignments: []), script: script, services: services, locale: "en-US",
      timeZone: "UTC")
    session.grants = Grants(declared: PermissionSet(requesting: grants), records: [], given: grants)
    session.mask = SecretMask([Self.secret])
    session.begin(deadline: .infinity)
    session.tap = .fresh
    (session.collectsStreams, session.receivesEvents) = (true, true)
  }

  func call(_ name: String, _ arguments: [LuaValue]) throws(HostError) -> LuaValue {
    try HostAPI.call(name, arguments, session)
  }

  /// The same for a waiting function, such as `fetch`.
  func callAndWait(_ name: String, _ arguments: [LuaValue]) async throws -> LuaValue {
    try await onOwnThread { try call(name, arguments) }
  }

  /// Everything stored or shown by the calls, as bytes.
  func storedOrShown() throws -> [UInt8] {
    try session.commit()
    var values: [LuaValue] = []
    for instance in try cache.instances() {
      for entry in try cache.list(of: instance) { values += [.string(entry.key), entry.value] }
    }
    for suite in try defaults.suites() { values += [.string(suite), .table(try defaults.all(in: suite))] }
    for path in try containers.list(nil, in: "sample") {
      values += [.string(path), LuaValue(stringBytes: try containers.read(path, in: "sample") ?? [])]
    }
    for notification in notifier.shown {
      values += [.string(notification.title), .string(notification.body), LuaValue(notification.id)]
    }
    return MessagePack.encode(.array(values))
  }
}

extension HostFunction {
  /// Valid arguments as the worker sends them, with optional ones left out.
  var sampleArguments: [LuaValue] {
    // One of its options is needed.
    if name == "subscribe" { return [["url": "https://sample.example/"]] }
    return (wire ?? parameters).map { Self.sample($0.type, $0.name) }
  }

  /// Whether the first argument may be a text.
  var takesTextFirst: Bool { (wire ?? parameters).first?.type.unwrapped == .string }

  static func sample(_ type: HostType, _ name: String) -> LuaValue {
    switch type {
    case .optional, .function, .named: .null
    case .any: "sample"
    case .boolean: true
    case .number, .time: 1
    case .numbers(let range): .number(range.lowerBound)
    case .integer: 1
    case .integers(let range): .integer(Int64(range.lowerBound))
    case .string: name == "url" ? "https://sample.example/" : "sample"
    case .choice(let names, _): .string(names[0])
    case .duration(let range): .number(range?.lowerBound ?? 1)
    case .list(let type): .array([sample(type, name)])
    case .table: [:]
    case .record(let fields):
      .table(
        Dictionary(fields.filter { !$0.type.isOptional }.map { ($0.name, sample($0.type, $0.name)) }, uniquingKeysWith: { $1 }))
    case .either(let types): sample(types[0], name)
    }
  }

  /// The sample arguments with every text replaced, optional ones included.
  func arguments(withTexts text: LuaValue) -> [LuaValue] {
    (wire ?? parameters).enumerated().map { index, field in
      // Names a permission is about stay valid.
      if index == 0, requires != nil, wire?.first?.name != "request", field.type.unwrapped == .string {
        return field.type.isOptional ? .null : "sample"
      }
      return field.name == "path" ? "sample" : Self.replaced(field.type, text)
    }
  }

  private static func replaced(_ type: HostType, _ text: LuaValue) -> LuaValue {
    switch type {
    case .string, .any: text
    case .optional(let type): replaced(type, text)
    case .list(let type): .array([replaced(type, text)])
    case .table: ["key": text]
    case .either(let types): replaced(types[0], text)
    case .record(let fields):
      // A notification names a registered category, or none.
      .table(
        Dictionary(
          fields.filter { $0.name != "category" }.map { ($0.name, replaced($0.type, text)) }, uniquingKeysWith: { $1 }))
    default: sample(type, "")
    }
  }
}
