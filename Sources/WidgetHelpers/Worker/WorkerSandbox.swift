import WidgetModel

/// The active sandbox features, as the worker reports them when it is ready: for display, never for decisions.
public struct WorkerSandbox: Sendable, Equatable {
  /// The version of Lua: `Lua 5.4.4`.
  public var lua = ""
  /// The kernel's Landlock version; 0 when it has none.
  public var landlock: Int64 = 0
  public var seccomp = false
  public var parentDeath = false
  public var noNewPrivileges = false
  public var notDumpable = false
  /// On files, processes, core dumps and the stack.
  public var limits = false
  public var addressSpace = false

  public init() {}

  init(_ value: LuaValue) {
    func flag(_ name: String) -> Bool { value[name].boolean ?? false }
    lua = value["lua"].string ?? ""
    landlock = value["landlock"].integer ?? 0
    seccomp = flag("seccomp")
    parentDeath = flag("parent_death")
    noNewPrivileges = flag("no_new_privileges")
    notDumpable = flag("not_dumpable")
    limits = flag("limits")
    addressSpace = flag("address_space")
  }
}
