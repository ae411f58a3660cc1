import Foundation
import Testing
import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetServices
import WidgetTesting

@Suite struct CompositionRootTests {
  @Test("a root of in-memory implementations runs a widget, and its stores contain what the widget wrote")
  func inMemory() async throws {
    let stores = Stores.inMemory()
    let programs = FakeProgramRunner()
    let root = CompositionRoot(
      environment: [:], configuration: UserConfiguration(), stores: stores,
      services: Services(
        fetcher: FakeFetcher([:]), cache: stores.cache, defaults: stores.defaults, snapshots: stores.snapshots,
        device: FixedDevice(disks: [:]), containers: stores.containers, grants: stores.grants, programs: programs,
        opener: FakeOpener(), notifier: FakeNotifier(), notificationQuota: stores.notificationQuota,
        secrets: stores.secrets, environment: [:], clock: ManualClock(5)))
    let script = WidgetScript(
      source: """
        function perform_update() defaults.set("n", 1) cache.set("k", "v") return update_result.new_data end
        function content() return ui.text { "shown" } end
        """, name: "w.lua", resources: nil)
    let session = WidgetSession(script: script, services: root.services, configuration: WidgetConfiguration())
    await session.update(TestWidget.context())
    let id = await session.identity.id
    #expect(try root.stores.defaults.value("n", in: id) == 1)
    #expect(try root.stores.cache.entry("k", of: id, at: 5)?.value == "v")
    #expect(try root.stores.snapshots.list().map(\.widget.instance) == [id])
    await session.close()
  }

  @Test("the production root reads config.toml and opens no store")
  func production() throws {
    try withTemporaryFolder { folder in try production(in: folder) }
  }

  private func production(in folder: String) throws {
    let environment = ["HOME": folder, "LANG": "de_DE.UTF-8", "TZ": "Europe/Berlin"]
    try FileManager.default.createDirectory(atPath: folder + "/.config/luawidget", withIntermediateDirectories: true)
    try "[limits]\ncpu = \"1s\"\n[terminal]\nicons = \"nerd\"\n".write(
      toFile: folder + "/.config/luawidget/config.toml", atomically: true, encoding: .utf8)
    let root = try CompositionRoot(
      environment: environment, configuration: UserConfiguration(environment: environment), options: ServiceOptions(fixedTime: 9),
      version: "1"
    ) { _ in }
    #expect(root.configuration.icons == .nerd && root.configuration.limits.cpu == 1)
    #expect(root.locale == UserLocale(environment: environment) && root.locale.identifier == "de-DE")
    #expect(root.locale.timeZone == "Europe/Berlin" && root.clock.now() == 9)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [".config"])
  }

  @Test(
    "an error in config.toml names the file and what is expected",
    arguments: [
      ("[network", "c.toml:1: "),
      (
        "[colours]",
        "c.toml:1: unknown section \"colours\"; expected [deny], [limits], [location], [network], [terminal] or [theme]"
      ),
      ("limits = 3", "c.toml:1: limits must be a section: write [limits] once, and its keys below it"),
      ("[[limits]]\ncpu = \"2s\"", "limits must be a section: write [limits] once, and its keys below it"),
      ("[terminal]\nicon = \"nerd\"", "c.toml:2: unknown key \"icon\" in [terminal]; expected icons"),
      ("[terminal]\nicons = \"big\"", "c.toml:2: icons must be \"unicode\" or \"nerd\""),
      (
        "[network]\nproxies = \"x\"", "c.toml:2: unknown key \"proxies\" in [network]; expected proxy or no_proxy or certificates"
      ),
      ("[network]\nproxy = 3", "c.toml:2: proxy must be a string such as"),
      ("[network]\nno_proxy = [3]", "no_proxy must be a list"),
      ("[limits]\ncpu = \"soon\"", "c.toml:2: "),
      ("[location]", "c.toml:1: [location] needs a name such as \"Berlin\", or latitude and longitude"),
      ("[location]\nname = \"Berln\"", "c.toml:2: [location] must be a place such as"),
      ("[location]\nlatitude = 95\nlongitude = 1", "c.toml:2: [location] must have a latitude from -90 to 90"),
      ("[location]\nlatitude = nan\nlongitude = 1", "c.toml:2: [location] must have a latitude from -90 to 90"),
      ("[location]\nlatitude = 5", "c.toml:1: [location] must have a longitude from -180 to 180"),
      ("[location]\nlat = 5", "c.toml:2: unknown key \"lat\" in [location]; expected name or latitude or longitude or time_zone"),
      ("[location]\nlatitude = 1\nlongitude = 1\ntime_zone = \"Mars\"", "c.toml:4: [location] must have a time zone such as"),
    ])
  func invalid(_ text: String, _ message: String) {
    do {
      _ = try UserConfiguration(toml: Array(text.utf8), path: "c.toml")
      Issue.record("accepted \(text)")
    } catch {
      #expect("\(error)".contains(message), "\(error)")
    }
  }

  @Test("a file may have a byte order mark; NUL, bytes that are not UTF-8 and 10 MB are errors")
  func bytes() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/.config/luawidget/config.toml"
      try FileManager.default.createDirectory(atPath: folder + "/.config/luawidget", withIntermediateDirectories: true)
      func read(_ bytes: [UInt8]) throws(ConfigurationError) -> UserConfiguration {
        #expect(FileManager.default.createFile(atPath: path, contents: Data(bytes)))
        return try UserConfiguration(environment: ["HOME": folder])
      }
      func error(_ bytes: [UInt8]) -> String {
        do throws(ConfigurationError) { _ = try read(bytes) } catch { return "\(error)" }
        return "none"
      }
      #expect(try read([0xEF, 0xBB, 0xBF] + Array("[terminal]\r\nicons = \"nerd\"\r\n".utf8)).icons == .nerd)
      for byte: UInt8 in [0, 0x80, 0xFF] {
        #expect(error(Array("[terminal]\nicons = \"".utf8) + [byte, 0x22]).hasPrefix("\(path):2: "), "\(byte)")
      }
      #expect(error([UInt8](repeating: 0x23, count: 10_000_000)) == "\(path): 10000000 bytes; the limit is 65536")
    }
  }

  @Test("a date, a list and a table are no limit, and a big integer is out of range")
  func limitTypes() {
    for value in ["1979-05-27", "07:32:00", "[1]", "{ a = 1 }"] {
      invalid("[limits]\ncpu = \(value)", "c.toml:2: limits.cpu must be text such as \"2s\" or \"64MB\", or a number")
    }
    for value in ["9223372036854775807", "-1"] { invalid("[limits]\nfetches = \(value)", "c.toml:2: ") }
    for value in ["9223372036854775808", "1e400"] { invalid("[limits]\nfetches = \(value)", "c.toml:2: ") }
  }

  @Test("the empty file and no file are the defaults")
  func defaults() throws {
    #expect(try UserConfiguration(toml: [], path: "c.toml") == UserConfiguration())
    #expect(try UserConfiguration(environment: ["HOME": "/nowhere"]) == UserConfiguration())
  }
}
