import ArgumentParser
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetServices

/// The stores as the maintenance commands reach them.
struct StoredThings {
  let locations = StoreLocations(environment: ProcessEnvironment.current)

  var snapshots: any SnapshotStore { SQLiteSnapshotStore(path: locations.snapshots, onNotice: Self.tell) }
  var defaults: any DefaultsStore { SQLiteDefaultsStore(path: locations.defaults, onNotice: Self.tell) }
  var cache: any CacheStore { SQLiteCacheStore(path: locations.cache, onNotice: Self.tell) }

  var responses: any HTTPCacheStore { SQLiteHTTPCacheStore(path: locations.cache, onNotice: Self.tell) }

  var grants: any GrantStore { SQLiteGrantStore(path: locations.defaults, onNotice: Self.tell) }

  /// Everything around a widget, without a network.
  var services: Services {
    Services(environment: ProcessEnvironment.current, network: OfflineFetcher(), clock: SystemClock(), Self.tell)
  }

  @Sendable private static func tell(_ notice: StoreNotice) {
    Console.standardError.write("luawidget: \(terminalSafe(notice.description))\n")
  }

  /// Runs a store's operation; its error becomes one for the person at the terminal.
  static func run<Result>(_ operation: () throws(StoreError) -> Result) throws -> Result {
    do { return try operation() } catch {
      throw CommandFailure(terminalSafe("\(error)" + (error.remedy.map { "; try: \($0)" } ?? "")), .internalError)
    }
  }

  /// What a person may call a widget: its file, or the id that a list shows.
  static func id(_ name: String) -> String {
    guard let script = try? WidgetScript(path: name) else { return name }
    return WidgetIdentity(script: script, assignments: []).id
  }
}
