import Foundation
import Testing
import WidgetFormats
import WidgetModel
import WidgetSystem
import WidgetTesting

@testable import WidgetHost

@Suite(.enabled(if: TimeZoneData.find("Asia/Tokyo") != nil)) struct SystemTimeZoneTests {
  private let folder = TestFolder()
  private var link: String { folder("localtime") }
  private var zone: SystemTimeZone { SystemTimeZone(localTime: link, nameFile: folder("timezone")) }

  private func link(to target: String) throws {
    try? FileManager.default.removeItem(atPath: link)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
  }

  @Test("the time zone is where the link leads")
  func links() throws {
    for (target, name) in [("Asia/Tokyo", "Asia/Tokyo"), ("posix/Asia/Tokyo", "Asia/Tokyo"), ("Etc/UTC", "Etc/UTC")] {
      try link(to: "/usr/share/zoneinfo/" + target)
      #expect(zone.name == name)
    }
  }

  @Test("a copy is the zone with the same bytes, whatever an old name says")
  func copies() throws {
    try FileManager.default.copyItem(atPath: "/usr/share/zoneinfo/Asia/Tokyo", toPath: link)
    #expect(zone.name == "Asia/Tokyo")
    try "Europe/Berlin\n".write(toFile: folder("timezone"), atomically: true, encoding: .utf8)
    #expect(zone.name == "Asia/Tokyo")
    try FileManager.default.removeItem(atPath: link)
    try FileManager.default.copyItem(atPath: "/usr/share/zoneinfo/Europe/Berlin", toPath: link)
    #expect(zone.name == "Europe/Berlin")
  }

  @Test("no file, and one that isn't a zone, are UTC")
  func missing() throws {
    #expect(zone.name == "UTC")
    try "junk".write(toFile: link, atomically: true, encoding: .utf8)
    #expect(zone.name == "UTC")
    try link(to: folder("nothing"))
    #expect(zone.name == "UTC")
  }

  @Test("a board follows the system's time zone: another view, and no second fetch")
  func followed() async throws {
    try link(to: "/usr/share/zoneinfo/Asia/Tokyo")
    let test = try TestBoard(
      [
        "zone.lua": """
        widget { name = "Zone", refresh = { cron = "0 7 * * *" } }
        function perform_update() defaults.set("n", (defaults.get("n") or 0) + 1) return update_result.new_data end
        function content(context) return ui.text(context.time_zone .. os.date(" %z", 0) .. " run " .. defaults.get("n")) end
        """
      ], folder: folder, timeZone: zone)
    await test.board.start()
    func present() async {
      var context = TestBoard.terminal
      context.timeZone = test.board.root.locale.timeZone
      await test.present([context])
    }
    await present()
    func shown() async -> String {
      var context = TestBoard.terminal
      context.timeZone = test.board.root.locale.timeZone
      return await test.text("zone", context)
    }
    #expect(await eventually { await shown().contains("Asia/Tokyo +0900 run 1") })
    func delay(in zone: String) -> Double { Refresh.cron("0 7 * * *").delay(from: WallTime.now(), timeZone: zone) }
    func isPlanned(in zone: String) async -> Bool {
      await eventually(within: .seconds(10)) { abs((await test.board.nextUpdate ?? 0) - delay(in: zone)) < 120 }
    }
    #expect(await isPlanned(in: "Asia/Tokyo"))
    try link(to: "/usr/share/zoneinfo/Europe/Berlin")
    #expect(await eventually { test.board.root.locale.timeZone == "Europe/Berlin" })
    #expect(await shown().contains("run 1"), "the last view stays meanwhile")
    await present()
    // The script is loaded again, with stored responses.
    #expect(await eventually { await shown().contains("Europe/Berlin +0100 run 2") })
    #expect(await isPlanned(in: "Europe/Berlin"))
    await test.board.close()
  }
}
