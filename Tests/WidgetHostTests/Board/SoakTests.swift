import Foundation
import Testing
import WidgetModel
import WidgetSystem
import WidgetTesting

@testable import WidgetHost

/// The variable `SOAK`: seconds, or a time such as `2h`.
private enum SoakTime {
  static let seconds: Double? = {
    guard let text = ProcessInfo.processInfo.environment["SOAK"], !text.isEmpty else { return nil }
    let units: [Character: Double] = ["s": 1, "m": 60, "h": 3_600]
    guard let unit = text.last, let factor = units[unit] else { return Double(text) }
    return Double(text.dropLast()).map { $0 * factor }
  }()
}

/// `make soak`: a board runs for SOAK seconds, or as long as `SOAK=2h` says, while its widgets fail, loop, are killed and
/// reloaded. Its resources end up where they began.
@Suite(.serialized, .enabled(if: SoakTime.seconds != nil, "make soak runs this")) struct SoakTests {
  /// The resources used by this process.
  private struct Use: CustomStringConvertible {
    var megabytes = 0
    var descriptors = 0
    var threads = 0
    var children = 0
    /// Seconds of processor time.
    var processor = 0.0

    static func now() -> Use {
      var use = Use()
      let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
      func field(_ name: String) -> Int {
        let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") } ?? ""
        return line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0
      }
      use.megabytes = field("VmRSS") / 1024
      use.threads = field("Threads")
      use.descriptors = ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []).count
      for task in (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? [] {
        let text = (try? String(contentsOfFile: "/proc/self/task/\(task)/children", encoding: .utf8)) ?? ""
        use.children += text.split(separator: " ").count
      }
      var usage = rusage()
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
      use.processor = seconds(usage.ru_utime) + seconds(usage.ru_stime)
      return use
    }

    var description: String { "\(megabytes) MB, \(descriptors) descriptors, \(threads) threads, \(children) children" }
  }

  private static func good(_ text: String) -> String {
    """
    local n = 0
    function perform_update() return update_result.new_data end
    function content() return ui.vstack { ui.text { "\(text) " .. n },
      ui.button { "More", action = function() n = n + 1 end },
      ui.button { "Loop", action = function() while true do end end } } end
    """
  }

  private static let widgets = [
    "good.lua": good("good"),
    "fails.lua": "function perform_update() return update_result.failed 'no' end\nfunction content() return ui.text 'x' end",
    "raises.lua": "function content() error 'broken' end",
    "loops.lua": "function content() while true do end end",
    "memory.lua": "function content() local t = {} while true do t[#t + 1] = ('x'):rep(1000) end end",
    "floods.lua": "function perform_update() for i = 1, 100 do redraw() end return update_result.new_data end\n"
      + "function content() local rows = {} for i = 1, 1900 do rows[i] = ui.text { 'row' } end return ui.vstack(rows) end",
    "edited.lua": good("edited"),
  ]

  @Test("memory, descriptors, threads and processes end where they began")
  func soak() async throws {
    let test = try TestBoard(Self.widgets, logs: false)
    await test.start(TestBoard.terminal, TestBoard.page)
    #expect(await test.shows("good 0", "good"))
    try await round(0, test)
    try await round(1, test)
    let before = try await settled(test)
    let end = ContinuousClock.now + .seconds(SoakTime.seconds ?? 0)
    var number = 2
    while ContinuousClock.now < end {
      try await round(number, test)
      number += 1
    }
    let after = try await settled(test)
    print("soak: \(number) rounds; before: \(before); after: \(after)")
    #expect(after.descriptors <= before.descriptors + 2)
    #expect(after.threads <= before.threads + 4)
    #expect(after.children <= before.children)
    #expect(after.megabytes <= before.megabytes + 20)
    await test.board.close()
    #expect(await eventually { Use.now().children == 0 })
  }

  /// Everything that can happen, once.
  private func round(_ number: Int, _ test: TestBoard) async throws {
    await test.board.refresh(nil)
    try? await test.board.tap("good", try await test.control("More", of: "good"), in: TestBoard.terminal)
    if number % 5 == 0 { try? await test.board.tap("good", try await test.control("Loop", of: "good"), in: TestBoard.page) }
    try test.write(number % 3 == 0 ? "function (" : Self.good("edited \(number)"), to: "edited.lua")
    if let id = await test.board.widgets.first(where: { $0.id == "good" })?.identity.instance,
      let process = await test.board.instances[id]?.session.workerProcess, number % 4 == 0
    {
      kill(process, SIGKILL)
    }
    await test.present([TestBoard.terminal], surface: "other \(number)")
    await test.board.remove(Board.SurfaceID("other \(number)"))
    #expect(await eventually(within: .seconds(120)) { await !test.board.widgets.contains(where: \.isUpdating) })
  }

  /// The use when nothing is going on.
  private func settled(_ test: TestBoard) async throws -> Use {
    #expect(await eventually(within: .seconds(120)) { await !test.board.widgets.contains(where: \.isUpdating) })
    try await Task.sleep(for: .seconds(8))
    return Use.now()
  }

  @Test("a thousand idle widgets cost no thread and no worker, and almost no time")
  func thousandWidgets() async throws {
    let folder = TestFolder()
    let source = "widget { settings = { n = { type = \"string\", default = \"\" } }, refresh = \"6h\" }\n" + Self.good("widget")
    let file = (0..<1_000).map { "[[widget]]\nfile = \"\(folder("w.lua"))\"\nset = { n = \"\($0)\" }\n" }.joined()
    let empty = Use.now()
    let test = try TestBoard(["w.lua": source], file: file, folder: folder)
    await test.start()
    #expect(await test.board.widgets.count == 1_000)
    let start = ContinuousClock.now
    while await test.board.instances.values.contains(where: { $0.views.isEmpty }), ContinuousClock.now - start < .seconds(240) {
      try await Task.sleep(for: .milliseconds(200))
    }
    #expect(await test.board.instances.values.allSatisfy { !$0.views.isEmpty })
    let idle = try await settled(test)
    try await Task.sleep(for: .seconds(20))
    let later = Use.now()
    print(
      "1,000 widgets: \(idle); before: \(empty); \((later.processor - idle.processor) / 20 * 100) percent of a processor while idle"
    )
    #expect(idle.children == 0)
    #expect(idle.threads <= empty.threads + 16)
    #expect(later.processor - idle.processor < 0.2)
    await test.board.close()
  }
}
