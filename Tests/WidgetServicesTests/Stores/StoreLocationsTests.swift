import Testing
import WidgetSystem

@testable import WidgetServices

@Suite struct StoreLocationsTests {
  @Test("without variables, files are in the home folder")
  func standard() {
    let locations = StoreLocations(environment: ["HOME": "/home/ada"])
    #expect(locations.defaults == .file("/home/ada/.local/share/luawidget/defaults.db"))
    #expect(locations.cache == .file("/home/ada/.cache/luawidget/cache.db"))
    #expect(locations.snapshots == .file("/home/ada/.local/state/luawidget/snapshots.db"))
  }

  @Test("each variable moves its own files")
  func variables() {
    let locations = StoreLocations(environment: ["HOME": "/home/ada", "XDG_DATA_HOME": "/data", "XDG_CONFIG_HOME": "/config"])
    #expect(locations.defaults == .file("/data/luawidget/defaults.db"))
    #expect(locations.cache == .file("/home/ada/.cache/luawidget/cache.db"))
    #expect(locations.secrets == .file("/config/luawidget/secrets"))
  }

  @Test("without a home folder, a store names the variable to set on first use")
  func nowhere() {
    let locations = StoreLocations(UserFolders(environment: { $0 == "XDG_CACHE_HOME" ? "/c" : nil }, userDatabaseHome: { nil }))
    #expect(locations.cache == .file("/c/luawidget/cache.db"))
    #expect(locations.defaults == .unknown(variable: "XDG_DATA_HOME"))
    let store = SQLiteDefaultsStore(.data(locations.defaults))
    let error = #expect(throws: StoreError.notConfigured(reason: "no home folder is known; set HOME or XDG_DATA_HOME")) {
      try store.value("key", in: "widget")
    }
    #expect(error?.description == "the store has no location: no home folder is known; set HOME or XDG_DATA_HOME")
  }
}
