import Testing

@testable import WidgetSystem

@Suite struct UserFoldersTests {
  private func folders(_ environment: [String: String], database: String? = nil) -> UserFolders {
    UserFolders(environment: { environment[$0] }, userDatabaseHome: { database })
  }

  private static let variables: [(name: String, standard: String, folder: @Sendable (UserFolders) -> String?)] = [
    ("XDG_DATA_HOME", ".local/share", { $0.data }), ("XDG_CACHE_HOME", ".cache", { $0.cache }),
    ("XDG_STATE_HOME", ".local/state", { $0.state }), ("XDG_CONFIG_HOME", ".config", { $0.config }),
  ]

  @Test(
    "a variable replaces its own folder below home, and only if it's an absolute path",
    arguments: [nil, "", "data", "./data", "~/data", " /data", "/data"])
  func variables(_ value: String?) {
    let isUsed = value == "/data"
    for (name, standard, folder) in Self.variables {
      var environment = ["HOME": "/home/ada"]
      environment[name] = value
      #expect(folder(folders(environment)) == (isUsed ? "/data" : "/home/ada/\(standard)"), "\(name)")
      for other in Self.variables where other.name != name {
        #expect(other.folder(folders(environment)) == "/home/ada/\(other.standard)", "\(name)")
      }
      #expect(folder(folders(value.map { [name: $0] } ?? [:])) == (isUsed ? "/data" : nil), "\(name)")
    }
  }

  @Test(
    "home is HOME, else the one in the user database",
    arguments: [
      ("/home/ada", nil, "/home/ada"), ("/home/ada", "/users/ada", "/home/ada"), (nil, "/users/ada", "/users/ada"),
      ("", "/users/ada", "/users/ada"), ("home/ada", "/users/ada", "/users/ada"), ("~", nil, nil), (nil, nil, nil),
      (nil, "", nil),
      (nil, "none", nil),
    ] as [(String?, String?, String?)])
  func home(_ variable: String?, _ database: String?, _ expected: String?) {
    let folders = self.folders(variable.map { ["HOME": $0] } ?? [:], database: database)
    #expect(folders.home == expected)
    #expect(folders.data == expected.map { "\($0)/.local/share" } && folders.cache == expected.map { "\($0)/.cache" })
    #expect(folders.state == expected.map { "\($0)/.local/state" } && folders.config == expected.map { "\($0)/.config" })
  }

  @Test(
    "slashes at the end of a folder aren't doubled",
    arguments: [("/", ""), ("//", ""), ("/home/ada/", "/home/ada"), ("/home/ada//", "/home/ada")])
  func slashes(_ home: String, _ expected: String) {
    let folders = self.folders(["HOME": home, "XDG_CACHE_HOME": "/cache/"])
    #expect(folders.data == expected + "/.local/share" && folders.config == expected + "/.config" && folders.cache == "/cache")
  }

  @Test("the user database is read only without a usable HOME")
  func database() {
    var asked = 0
    for value in ["/home/ada", "ada"] {
      _ = UserFolders(environment: { $0 == "HOME" ? value : nil }) {
        asked += 1
        return "/users/ada"
      }
    }
    #expect(asked == 1)
    #expect(UserFolders(environment: [:]).home?.hasPrefix("/") == true)
  }

  @Test("there's no runtime folder without its variable")
  func runtime() {
    #expect(folders(["HOME": "/h"]).runtime == nil)
    #expect(folders(["XDG_RUNTIME_DIR": "run"]).runtime == nil)
    #expect(folders(["XDG_RUNTIME_DIR": "/run/user/1"]).runtime == "/run/user/1")
  }
}
