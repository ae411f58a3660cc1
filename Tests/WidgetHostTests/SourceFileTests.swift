import Foundation
import Testing
import WidgetModel
import WidgetTesting

@testable import WidgetRuntime

/// Lua files in other encodings, with other line ends, and files that aren't scripts.
@Suite struct SourceFileTests {
  private static let source = "-- n\u{F6}\nprint('hello')\n"

  private static func utf16(_ text: String, bigEndian: Bool, mark: Bool) -> [UInt8] {
    ((mark ? [0xFEFF] : []) + Array(text.utf16)).flatMap { unit -> [UInt8] in
      bigEndian ? [UInt8(unit >> 8), UInt8(unit & 255)] : [UInt8(unit & 255), UInt8(unit >> 8)]
    }
  }

  private static func utf32(_ text: String, bigEndian: Bool, mark: Bool) -> [UInt8] {
    ((mark ? [0xFEFF] : []) + text.unicodeScalars.map(\.value)).flatMap { value -> [UInt8] in
      let bytes = [UInt8(value & 255), UInt8(value >> 8 & 255), UInt8(value >> 16 & 255), UInt8(value >> 24)]
      return bigEndian ? bytes.reversed() : bytes
    }
  }

  private static let latin1: [UInt8] = Array("-- one\nlocal s = 'n".utf8) + [0xF6] + Array("'\n".utf8)
  private static let windows1252: [UInt8] = Array("-- one\r\n-- two\r\nprint('".utf8) + [0x93, 0x94] + Array("')".utf8)

  private static let unreadable: [(bytes: [UInt8], problem: String)] = [
    (utf16(source, bigEndian: false, mark: true), "is UTF-16 text; save it as UTF-8"),
    (utf16(source, bigEndian: true, mark: true), "is UTF-16 text; save it as UTF-8"),
    (utf16(source, bigEndian: false, mark: false), "is UTF-16 text; save it as UTF-8"),
    (utf16(source, bigEndian: true, mark: false), "is UTF-16 text; save it as UTF-8"),
    (utf32(source, bigEndian: false, mark: true), "is UTF-32 text; save it as UTF-8"),
    (utf32(source, bigEndian: true, mark: true), "is UTF-32 text; save it as UTF-8"),
    (utf32(source, bigEndian: false, mark: false), "is UTF-32 text; save it as UTF-8"),
    (utf32(source, bigEndian: true, mark: false), "is UTF-32 text; save it as UTF-8"),
  ]

  /// Writes a file and gives its path to the body.
  private func withFile<Result>(_ bytes: [UInt8], _ name: String = "a.lua", _ body: (String) async throws -> Result) async throws
    -> Result
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: "source-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: name)
    try Data(bytes).write(to: file)
    return try await body(file.path)
  }

  private func problem(_ bytes: [UInt8]) async throws -> String? {
    try await withFile(bytes) { path in
      do throws(Failure) {
        _ = try WidgetScript(path: path)
        return nil
      } catch {
        return error.message.replacing(path, with: "a.lua")
      }
    }
  }

  @Test("a script in UTF-16 or UTF-32 is reported as such", arguments: unreadable.indices)
  func otherEncodings(_ index: Int) async throws {
    let (bytes, expected) = Self.unreadable[index]
    #expect(try await problem(bytes) == "a.lua \(expected)")
  }

  @Test("a module in UTF-16 or UTF-32 is reported as such", arguments: unreadable.indices)
  func modules(_ index: Int) async throws {
    let (bytes, expected) = Self.unreadable[index]
    try await withFile(bytes, "words.lua") { path in
      let folder = URL(filePath: path).deletingLastPathComponent().path
      let widget = TestWidget("\nlocal words = require 'words'\nfunction perform_update() end", resources: folder)
      let failure = try #require(await widget.failure())
      #expect(failure.message == "require: words.lua \(expected)")
      #expect(failure.location?.line == 2)
    }
  }

  @Test("a script in a single-byte encoding names the line")
  func singleByteEncodings() async throws {
    #expect(try await problem(Self.latin1) == "a.lua is not UTF-8 text (line 2 may be Latin-1); save it as UTF-8")
    #expect(try await problem(Self.windows1252) == "a.lua is not UTF-8 text (line 3 may be Windows-1252); save it as UTF-8")
  }

  @Test("an old library may have Latin-1 in its comments")
  func latin1Module() async throws {
    try await withFile(Array("-- by J".utf8) + [0xF6] + Array("rg\nreturn 7".utf8), "old.lua") { path in
      let folder = URL(filePath: path).deletingLastPathComponent().path
      let widget = TestWidget(
        "function perform_update() print(require 'old') return update_result.new_data end", resources: folder)
      #expect(await widget.failure() == nil)
      #expect(await widget.text().contains("7"))
    }
  }

  @Test(
    "a byte order mark, a first line for the shell and any line end are no harm",
    arguments: [
      "\u{FEFF}x = 1\n error 'here'", "#!/usr/bin/env luawidget\nerror 'here'", "\u{FEFF}#!/bin/x\nerror 'here'",
      "x = 1\r\nerror 'here'\r\n",
      "x = 1\rerror 'here'\r", "-- a\n\rerror 'here'",
      "s = [[\r]] assert(s == '')\r\nerror(#[[a\r\nb]] == 3 and 'here' or 'no', 1)",
    ])
  func lineEnds(_ source: String) async throws {
    try await withFile(Array(source.utf8)) { path in
      let script = try WidgetScript(path: path)
      let widget = TestWidget(String(decoding: script.source, as: UTF8.self), name: "a.lua")
      let failure = try #require(await widget.failure())
      #expect(
        failure.message == "here" && failure.location == SourceLocation(file: "a.lua", line: failure.location?.line ?? 0),
        "\(failure)")
      let source = LuaSource(String(decoding: script.source, as: UTF8.self))
      let line = source.line(failure.location?.line ?? 0)
      #expect(line.contains("error"))
    }
  }

  @Test("a file that is not a script has its own message")
  func noScripts() async throws {
    #expect(try await problem([]) == "a.lua is empty")
    #expect(try await problem(Array("x = 1\0y".utf8)) == "a.lua is not a text file (it contains NUL bytes)")
    #expect(try await problem([0x1B] + Array("Lua".utf8)) == "a.lua is compiled Lua bytecode")
    try await withFile([]) { path in
      let folder = URL(filePath: path).deletingLastPathComponent().path
      #expect(throws: Failure.self) { try WidgetScript(path: folder) }
      // Sparse: its size is known before it's read.
      let file = try FileHandle(forWritingTo: URL(filePath: path))
      try file.truncate(atOffset: 100_000_000)
      let time = ContinuousClock().measure {
        do throws(Failure) { _ = try WidgetScript(path: path) } catch {
          #expect(error.message == "\(path) has 100000000 bytes; a widget may have 65536")
        }
      }
      #expect(time < .seconds(2))
    }
  }
}
