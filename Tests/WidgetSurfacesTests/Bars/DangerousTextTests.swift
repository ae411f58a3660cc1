import Foundation
import Testing
import WidgetModel
import WidgetRendering
import WidgetSurfaces
import WidgetTesting

/// None of a widget's texts can break a bar or run a command: readers written from the specifications read the output.
@Suite struct DangerousTextTests {
  /// Items with random dangerous views, and with each dangerous text alone.
  private static let items: [BarItem] = {
    var generator = SeededGenerator(seed: 7)
    func dangerous() -> String { dangerousTexts[Int.random(in: 0..<dangerousTexts.count, using: &generator)] }
    let random = (0..<400).map { index in
      let failure = index % 5 == 0 ? Failure(.script, dangerous(), remedy: dangerous()) : nil
      let full = snapshot(
        dangerousView(&generator), name: dangerous(), icon: index % 2 == 0 ? dangerous() : nil, failure: failure)
      return item(
        full, inline: index % 3 == 0 ? dangerousView(&generator) : nil,
        options: options(isStale: index % 7 == 0, tapCommand: index % 2 == 0 ? tapCommand : plainTapCommand))
    }
    return random + dangerousTexts.map { item(snapshot(text($0), name: $0)) }
  }()

  private func output(_ format: OutputFormat, _ item: BarItem, isFollowing: Bool = false) -> String {
    String(decoding: format.bytes([item], isFollowing: isFollowing), as: UTF8.self)
  }

  /// Checks that a command is the item's, for one of the widget's controls.
  private func check(_ words: [String], _ item: BarItem) {
    #expect(Array(words.dropLast()) == item.tapCommand)
    let target = words.last ?? ""
    #expect(TapID(target) != nil || Gesture(rawValue: target) != nil, "\(target)")
  }

  private func object(_ line: Substring) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  @Test("a text of the item is one line without control characters")
  func lines() {
    for item in Self.items {
      for text in [item.name, item.text] + item.tooltip {
        #expect(
          !text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F || $0 == "\u{2028}" }, "\(text.debugDescription)")
      }
    }
  }

  @Test("waybar reads one object in one line, with well-formed markup and its text")
  func waybar() throws {
    for item in Self.items {
      let output = output(.waybar, item)
      let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
      try #require(lines.count == 2 && lines[1].isEmpty, "\(output)")
      let object = try object(lines[0])
      #expect(try PangoReader.text(#require(object["text"] as? String)) == item.text)
      #expect(try PangoReader.text(#require(object["tooltip"] as? String)) == item.tooltip.joined(separator: "\n"))
      let classes = try #require(object["class"] as? [String])
      #expect(classes.allSatisfy { $0.wholeMatch(of: /[a-z][a-z0-9-]*/) != nil }, "\(classes)")
      if let percentage = object["percentage"] { #expect((percentage as? Int).map { (0...100).contains($0) } == true) }
    }
  }

  @Test(
    "i3bar and swaybar read one list per line, whose blocks have only strings, whole numbers and booleans",
    arguments: [
      OutputFormat.i3bar, .swaybar,
    ])
  func i3bar(_ format: OutputFormat) throws {
    let header = String(decoding: (format.barWriter?.header ?? []), as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(header == ["{\"version\":1,\"stop_signal\":0,\"click_events\":true}", "[", ""])
    var stream = "["
    for item in Self.items {
      let output = output(format, item, isFollowing: true)
      #expect(output.hasSuffix(",\n") && output.count { $0 == "\n" } == 1)
      stream += output
      let blocks = try #require(JSONSerialization.jsonObject(with: Data(output.dropLast(2).utf8)) as? [[String: Any]])
      #expect(blocks.compactMap { $0["full_text"] as? String } == item.segments.map(\.text))
      for block in blocks {
        #expect(
          block.values.allSatisfy { $0 is String || ($0 as? NSNumber).map { $0.doubleValue == Double($0.intValue) } == true })
        #expect((block["color"] as? String).map { $0.wholeMatch(of: /#[0-9a-f]{6}/) != nil } ?? true)
        let instance = try #require(block["instance"] as? String)
        #expect(TapID(instance) != nil || instance == "click")
        #expect(block["markup"] == nil)
      }
    }
    // The whole stream is a list that never ends.
    stream.removeLast(2)
    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data((stream + "]").utf8)) }
  }

  @Test("polybar reads the text, and only the widget's own commands")
  func polybar() throws {
    for item in Self.items {
      let output = output(.polybar, item)
      #expect(output.hasSuffix("\n") && output.count { $0 == "\n" } == 1)
      let reader = try PolybarReader(String(output.dropLast()))
      #expect(reader.text.replacing("\u{200B}", with: "") == item.text)
      for action in reader.actions { try check(ShellReader.words(action.command), item) }
      #expect(item.segments.isEmpty || reader.actions.contains { $0.button == 1 })
    }
  }

  @Test("lemonbar reads the text with doubled percent signs, and only the widget's own commands")
  func lemonbar() throws {
    for item in Self.items {
      let output = output(.lemonbar, item)
      #expect(output.hasSuffix("\n") && output.count { $0 == "\n" } == 1)
      // Its tags are polybar's; outside of them two percent signs are one.
      let reader = try PolybarReader(Self.replacing("%%", with: "\u{1}", in: String(output.dropLast())))
      #expect(Self.replacing("\u{1}", with: "%", in: reader.text) == item.text)
      for action in reader.actions {
        #expect(!action.command.contains("}"))
        try check(ShellReader.words(Self.replacing("\u{1}", with: "%%", in: action.command)), item)
      }
    }
  }

  /// Scalar by scalar: a combining mark doesn't hide the sign before it.
  private static func replacing(_ old: String, with new: String, in text: String) -> String {
    String(
      String.UnicodeScalarView(Array(text.unicodeScalars).replacing(Array(old.unicodeScalars), with: Array(new.unicodeScalars))))
  }

  @Test("i3blocks and plain-json read one object in one line; i3blocks has only strings and booleans")
  func objects() throws {
    for item in Self.items {
      for format in [OutputFormat.i3blocks, .plainJSON] {
        let lines = output(format, item).split(separator: "\n", omittingEmptySubsequences: false)
        try #require(lines.count == 2 && lines[1].isEmpty)
        let object = try object(lines[0])
        #expect(object[format == .i3blocks ? "full_text" : "text"] as? String == item.text)
        if format == .i3blocks {
          #expect(object.values.allSatisfy { $0 is String || $0 as? Bool == true } && object["markup"] == nil)
        } else {
          #expect(object["tooltip"] as? String == item.tooltip.joined(separator: "\n"))
          for control in object["controls"] as? [[String: Any]] ?? [] {
            try check(ShellReader.words(#require(control["command"] as? String)), item)
          }
        }
      }
      #expect(output(.plain, item) == item.text + "\n")
    }
  }

  @Test("genmon reads well-formed markup and the widget's own command")
  func genmon() throws {
    for item in Self.items {
      let output = output(.genmon, item)
      func element(_ name: String) -> String? {
        guard let start = output.range(of: "<\(name)>"), let end = output.range(of: "</\(name)>") else { return nil }
        return String(output[start.upperBound..<end.lowerBound])
      }
      #expect(try PangoReader.text(#require(element("txt"))) == item.text)
      #expect(try PangoReader.text(#require(element("tool"))) == item.tooltip.joined(separator: "\n"))
      if let command = element("txtclick") { try check(ShellReader.words(command), item) }
      #expect((element("txtclick") == nil) == item.segments.isEmpty)
    }
  }

  @Test(
    "xbar, SwiftBar and Argos read the lines, and only the widget's own commands and links",
    arguments: [
      OutputFormat.xbar, .swiftbar, .argos,
    ])
  func menus(_ format: OutputFormat) throws {
    for item in Self.items {
      let reader = try MenuReader(output(format, item), format)
      let isShown = !item.segments.isEmpty
      #expect(reader.bar.count == (isShown || format == .xbar ? 1 : 0))
      if isShown, let first = reader.bar.first { #expect(Self.plain(first.text) == Self.plain(item.text)) }
      let entries = item.menu.filter { $0 != .separator }
      try #require(
        reader.menu.count == (isShown ? entries.count : format == .xbar ? entries.count + 1 : 0), "\(output(format, item))")
      for line in reader.bar + reader.menu {
        #expect(line.level == 0 && line.parameters["ansi"] == "false" && line.parameters["emojize"] == "false")
        if let url = line.parameters["href"] { #expect(url.hasPrefix("https://example.com/")) }
        guard let program = line.parameters[format == .xbar ? "shell" : "bash"] else { continue }
        let words = (1...20).compactMap { line.parameters["param\($0)"] }
        #expect(format != .argos || words.isEmpty)
        check(format == .argos ? try ShellReader.words(program) : [program] + words, item)
        #expect(line.parameters["terminal"] == "false" && line.parameters["refresh"] == "true")
      }
    }
  }

  /// Without the characters that are replaced.
  private static func plain(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { !"|│-‐−~∼ \u{2002}".unicodeScalars.contains($0) }))
  }

  @Test("tmux expands nothing of the text")
  func tmux() throws {
    for item in Self.items {
      let output = output(.tmux, item)
      #expect(output.hasSuffix("\n") && output.count { $0 == "\n" } == 1)
      #expect(try TmuxReader.text(String(output.dropLast())) == item.text)
    }
  }

  @Test("messages, which a bar may read together with the item, mean nothing in the format")
  func messages() throws {
    for line in dangerousTexts where !line.contains(where: \.isNewline) {
      func message(_ format: OutputFormat) throws -> String { try #require(format.barWriter).message(line) }
      let polybar = try PolybarReader(message(.polybar))
      func visible(_ text: String) -> String.UnicodeScalarView { text.unicodeScalars.filter { $0 != "\u{200B}" } }
      #expect(polybar.actions.isEmpty && String(visible(polybar.text)) == String(visible(line)), "\(line)")
      #expect(try TmuxReader.text(message(.tmux)) == line)
      // Quotation marks and `>` mean nothing outside a tag.
      let plain = try message(.waybar).filter { !"\"'>".contains($0) }
      #expect(try PangoReader.text(plain) == line.filter { !"\"'>".contains($0) })
      for format in [OutputFormat.xbar, .swiftbar, .argos] {
        let reader = try MenuReader(message(format), format)
        #expect(reader.menu.isEmpty && reader.bar.allSatisfy { $0.level == 0 && $0.parameters.isEmpty })
      }
    }
  }

  @Test("a path that a menu cannot quote gives an entry without a command")
  func unquotable() throws {
    for path in ["/a\"b.lua", "/a\\b.lua", "/a|b.lua", "/a\nb.lua"] {
      let item = item(snapshot(button("More", 1)), options: options(tapCommand: ["/usr/bin/luawidget", "tap", path]))
      for format in path.contains("\n") ? [OutputFormat.xbar, .swiftbar, .argos] : [.xbar, .swiftbar] {
        let reader = try MenuReader(output(format, item), format)
        #expect(reader.menu.contains { $0.text == "More" && $0.parameters["shell"] == nil && $0.parameters["bash"] == nil })
      }
      let polybar = try PolybarReader(String(output(.polybar, item).dropLast()))
      for action in polybar.actions { try check(ShellReader.words(action.command), item) }
    }
  }
}
