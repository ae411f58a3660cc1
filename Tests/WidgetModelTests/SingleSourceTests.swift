import Testing
import WidgetSystem

/// System calls, encodings and formats that each occur in only one file of the source tree.
@Suite struct SingleSourceTests {
  @Test(
    "exists in one place",
    arguments: [
      ("posix_spawn(&", "WidgetSystem/ProcessLaunch.swift"),
      ("Libc.read(", "WidgetSystem/FileDescriptor.swift"),
      ("readdir(", "WidgetSystem/Directory.swift"),
      ("renameat(", "WidgetSystem/AtomicFile.swift"),
      ("openat(", "WidgetSystem/FileDescriptor.swift"),
      ("clock_gettime(clock, &time)\n  return", "WidgetSystem/Clocks.swift"),
      ("146_097", "WidgetModel/Dates/CalendarDate.swift"),
      ("\"JAN\", \"FEB\"", "WidgetModel/Dates/InternetDate.swift"),
      ("\"WEBP\"", "WidgetModel/ImageType.swift"),
      ("62: alphabet == .standard", "WidgetModel/Base64.swift"),
    ])
  func onePlace(_ text: String, _ file: String) throws {
    let found = Self.sources.filter { $0.text.contains(text) }.map(\.name)
    #expect(found == [file])
  }

  @Test(
    "exists nowhere: use the type in parentheses",
    arguments: [
      ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", "Base64"), ("gmtime_r(", "CalendarDate"),
      ("timegm(", "CalendarDate"),
      ("CLOCK_MONOTONIC, &time)\n    return Double", "MonotonicTime"), ("opendir(folder", "Directory"),
      ("mkstemp(", "AtomicFile"),
      ("\n    let descriptor = open(", "FileDescriptor or RegularFile"), (" fopen(", "RegularFile"),
    ])
  func nowhere(_ text: String, _ remedy: String) throws {
    let found = Self.sources.filter { $0.text.contains(text) }.map(\.name)
    #expect(found == [], "\(remedy)")
  }

  private static let sources: [(name: String, text: String)] = {
    let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/Sources"
    var files: [(name: String, text: String)] = []
    func visit(_ folder: String) {
      for name in ((try? Directory.names(at: root + "/" + folder)) ?? []).sorted() {
        let path = folder.isEmpty ? name : folder + "/" + name
        if (try? FileStatus(path: root + "/" + path))?.kind == .directory {
          visit(path)
        } else if name.hasSuffix(".swift"), let bytes = try? RegularFile.read(root + "/" + path, limit: 1 << 20) {
          files.append((path, String(decoding: bytes, as: UTF8.self)))
        }
      }
    }
    visit("")
    return files
  }()
}
