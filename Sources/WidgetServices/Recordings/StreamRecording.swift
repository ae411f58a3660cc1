public import WidgetModel
import WidgetSystem

/// A stream's events, as in a file ending in `.events`: `SUBSCRIBE` and the stream's source, then the events, each after a blank
/// line.
public struct StreamRecording: Sendable, Equatable {
  /// An event, and when it arrived.
  public struct Entry: Sendable, Equatable {
    /// Seconds since the stream was opened.
    public var after: Double
    public var name: String
    public var id: String?
    public var data: String
  }

  /// The source as in its events, with secrets masked.
  var source: String
  var entries: [Entry] = []

  static let maximumBytes = 4 << 20
  static let fileSuffix = ".events"

  static func fileName(_ source: String) -> String {
    let path = source.split(separator: "?", maxSplits: 1).first ?? ""
    let place = path.split(separator: "://", maxSplits: 1).last.map(String.init) ?? "stream"
    return RecordingKey.fileName("stream-\(place)", of: source) + fileSuffix
  }

  var head: String { "SUBSCRIBE \(Self.line(source))\n" }

  static func text(of entry: Entry) -> String {
    var lines = ["", "after: \((entry.after * 1000).rounded() / 1000)", "name: \(line(entry.name))"]
    if let id = entry.id { lines.append("id: \(line(id))") }
    lines += entry.data.split(separator: "\n", omittingEmptySubsequences: false).map { "data: \($0)" }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func line(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
  }

  /// Reads a recording, which may be hand-written.
  ///
  /// - Parameter file: The file's name in messages.
  static func read(_ bytes: [UInt8], file: String) throws(RecordingError) -> StreamRecording {
    func damaged(_ line: Int, _ problem: String) -> RecordingError { .damaged(file: file, line: line, problem: problem) }
    guard bytes.count <= maximumBytes else { throw damaged(1, "it exceeds \(maximumBytes) bytes") }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw damaged(1, "it is not valid UTF-8") }
    var lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { String(Substring($0)) }
    if lines.first?.hasSuffix("\r") == true { lines = lines.map { $0.hasSuffix("\r") ? String($0.dropLast()) : $0 } }
    guard let first = lines.first, first.hasPrefix("SUBSCRIBE "), first.count > 10 else {
      throw damaged(1, "must be `SUBSCRIBE` and the stream's source, such as `SUBSCRIBE https://api.example.com/prices`")
    }
    var recording = StreamRecording(source: String(first.dropFirst(10)))
    var after = 0.0
    var entry: (name: String, id: String?, data: [String])?
    func finish() {
      guard let found = entry else { return }
      recording.entries.append(
        Entry(after: after, name: found.name, id: found.id, data: found.data.joined(separator: "\n")))
      entry = nil
    }
    for (index, line) in lines.enumerated().dropFirst() {
      if line.isEmpty {
        finish()
        continue
      }
      guard let colon = line.firstIndex(of: ":") else {
        throw damaged(index + 1, "must be after:, name:, id: or data:, or a blank line")
      }
      let rest = line[line.index(after: colon)...]
      let value = String(rest.first == " " ? rest.dropFirst() : rest)
      var current = entry ?? ("message", nil, [])
      switch line[..<colon] {
      case "after":
        guard let seconds = Double(value), seconds.isFinite, seconds >= after, seconds <= 86_400 else {
          throw damaged(index + 1, "must be `after:` and seconds since the stream was opened, no less than those before")
        }
        after = seconds
      case "name": current.name = value
      case "id": current.id = value
      case "data": current.data.append(value)
      default: throw damaged(index + 1, "must be after:, name:, id: or data:, or a blank line")
      }
      entry = current
    }
    finish()
    return recording
  }
}

/// Whether the events of streams are recorded, or come from a recording.
public enum StreamRecordings: Sendable {
  case none
  case recording(StreamRecorder)
  case replaying(StreamReplay)
}
