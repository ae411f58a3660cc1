import Testing

@testable import WidgetServices

@Suite struct StoreLocationsTests {
  @Test("without variables, files are in the home folder")
  func standard() {
    let locations = StoreLocations(environment: ["HOME": "/home/ada"])
    #expect(locations.defaults == .file("/home/ada/.local/share/luawidget/defaults.db"))
    #expect(locations.cache == .file("/home/ada/.cache/luawidget/cache.db"))
    #expect(locations.snapshots == .file("/home/ada/.local/state/luawidget/snapshots.db"))
  }

  @Test("each variable moves its own files; relative and empty ones are ignored")
  func variables() {
    let locations = StoreLocations(environment: [
      "HOME": "/home/ada", "XDG_DATA_HOME": "/data", "XDG_CACHE_HOME": "cache", "XDG_STATE_HOME": "",
    ])
    #expect(locations.defaults == .file("/data/luawidget/defaults.db"))
    #expect(locations.cache == .file("/home/ada/.cache/luawidget/cache.db"))
    #expect(locations.snapshots == .file("/home/ada/.local/state/luawidget/snapshots.db"))
  }

  @Test("without HOME the user database is used, and only if needed", arguments: [[:], ["HOME": ""], ["HOME": "x"]])
  func userDatabase(_ environment: [String: String]) {
    #expect(
      StoreLocations(environment: environment, userDatabaseHome: { "/users/ada" }).cache
        == .file("/users/ada/.cache/luawidget/cache.db"))
    let all = ["XDG_DATA_HOME": "/d", "XDG_CACHE_HOME": "/c", "XDG_STATE_HOME": "/s", "XDG_CONFIG_HOME": "/e"]
    var asked = 0
    let locations = StoreLocations(environment: environment.merging(all) { $1 }) {
      asked += 1
      return nil
    }
    #expect(asked == 0)
    #expect(locations.snapshots == .file("/s/luawidget/snapshots.db"))
  }

  @Test("without a home folder, a store names the variable to set on first use")
  func nowhere() {
    let locations = StoreLocations(environment: ["XDG_CACHE_HOME": "/c"], userDatabaseHome: { nil })
    #expect(locations.cache == .file("/c/luawidget/cache.db"))
    #expect(locations.defaults == .unknown(variable: "XDG_DATA_HOME"))
    let store = SQLiteDefaultsStore(.data(locations.defaults))
    let error = #expect(throws: StoreError.notConfigured(reason: "no home folder is known; set HOME or XDG_DATA_HOME")) {
      try store.value("key", in: "widget")
    }
    #expect(error?.description == "the store has no location: no home folder is known; set HOME or XDG_DATA_HOME")
  }

  @Test("the current user has a home folder")
  func real() {
    if case .unknown = StoreLocations(environment: [:]).cache { Issue.record("no home in the user database") }
  }
}
