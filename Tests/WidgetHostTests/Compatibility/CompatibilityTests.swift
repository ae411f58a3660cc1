import Foundation
import Testing
import WidgetHost
import WidgetModel
import WidgetRuntime
import WidgetServices
import WidgetTesting

/// Every published widget works as it did when it was published: docs/compatibility.md.
@Suite struct CompatibilityTests {
  private static let isRecording = ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1"

  @Test("a published widget gives the recorded results and views", arguments: PublishedWidget.all)
  func published(_ widget: PublishedWidget) async throws {
    let lines = try await widget.run()
    guard let recorded = try? String(contentsOf: widget.results, encoding: .utf8) else {
      guard Self.isRecording else {
        Issue.record("\(widget) has no recorded results; make golden records them, once")
        return
      }
      try FileManager.default.createDirectory(at: widget.results.deletingLastPathComponent(), withIntermediateDirectories: true)
      try (lines.joined(separator: "\n") + "\n").write(to: widget.results, atomically: true, encoding: .utf8)
      Issue.record("recorded the results of \(widget)")
      return
    }
    let expected = recorded.split(separator: "\n").map(String.init)
    for (index, line) in expected.enumerated() where index >= lines.count || lines[index] != line {
      Issue.record(
        """
        \(widget) does something else than when it was published. Nothing within API level \(widget.level) may change meaning: \
        repair luawidget, not the recording. If the old behaviour was a defect that no widget can rely on, remove \
        \(widget.results.lastPathComponent), run make golden, and say so in CHANGELOG.md.
        recorded: \(line.difference(from: index < lines.count ? lines[index] : ""))
        now:      \(index < lines.count ? lines[index].difference(from: line) : "nothing")
        """)
      return
    }
    #expect(lines.count == expected.count, "\(widget) has more steps than recorded: \(lines.dropFirst(expected.count))")
  }

  @Test("each widget and example is among the published ones", arguments: PublishedWidget.current)
  func isPublished(_ path: String) throws {
    let files = try PublishedWidget.files(PublishedWidget.root.appending(path: path))
    let stem = String(path.dropLast(4))
    let copies = PublishedWidget.all.filter { $0.path == path || $0.path.wholeMatch(of: #/(.+)-\d+\.lua/#)?.1 == stem[...] }
    for copy in copies where try PublishedWidget.files(copy.script) == files { return }
    let name = copies.isEmpty ? stem : "\(stem)-\(copies.count + 1)"
    let target = PublishedWidget(level: APILevel.current, path: "\(name).lua")
    guard Self.isRecording else {
      Issue.record(
        """
        \(path) has no copy in Tests/Compatibility. People have the earlier versions, so their copies stay as they are: run make \
        golden, which adds this version as \(target), and make golden again, which records its results.
        """)
      return
    }
    for (file, data) in files {
      let url = file.isEmpty ? target.script : target.script.deletingPathExtension().appending(path: file)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: url)
    }
    Issue.record("added \(target)")
  }

  @Test("a script for a newer level keeps the last good view, and says what to do")
  func newer() async throws {
    let snapshots = MemorySnapshotStore()
    let old = TestWidget("widget { requires = 1 } function content() return ui.text 'good' end", snapshots: snapshots)
    await old.update()
    let new = TestWidget(
      "\nwidget { requires = 2, hologram = true }\nfunction content() return ui.hologram {} end", snapshots: snapshots)
    let failure = try #require(await new.failure())
    #expect(failure.message.contains("requires: the widget needs level 2 of the API, but this luawidget has level 1"))
    #expect(failure.location == WidgetModel.SourceLocation(file: "test.lua", line: 2))
    #expect(failure.remedy == "upgrade luawidget, or use an earlier version of the widget")
    #expect(await new.session.snapshot?.view?.content == .text("good"))
    #expect(await new.text().contains("good"))
  }

  @Test("an edit that requires a newer level doesn't replace the running widget")
  func edited() async throws {
    let widget = TestWidget("local n = 0 function content() return ui.text('good') end")
    await widget.update()
    let edit = TestWidget("widget { requires = 2 }").session
    #expect(await widget.session.reload(await edit.script, context: TestWidget.context(.reload)) == false)
    #expect(await widget.session.snapshot?.view?.content == .text("good"))
  }
}

extension String {
  /// The part of the text around the first difference from another one.
  fileprivate func difference(from other: String) -> String {
    let same = zip(self, other).prefix { $0 == $1 }.count
    return (same > 60 ? "..." : "") + dropFirst(max(0, same - 60)).prefix(240)
  }
}
