import CToml

/// Why a text isn't TOML.
public struct TOMLError: Error, Sendable, Equatable {
  /// From 1.
  public var line: Int
  /// A sentence without a full stop. It may quote the text.
  public var message: String

  public init(line: Int, message: String) {
    self.line = line
    self.message = message
  }
}

/// Reads TOML (toml.io/en/v1.0.0).
public enum TOMLReader {
  /// - Parameter bytes: UTF-8, with or without a byte order mark.
  public static func read(_ bytes: [UInt8]) throws(TOMLError) -> [String: TOMLValue] { try document(bytes).table }

  /// Reads a document with the lines of its keys.
  ///
  /// - Parameter bytes: UTF-8, with or without a byte order mark.
  public static func document(_ bytes: [UInt8]) throws(TOMLError) -> TOMLDocument {
    var builder = Builder()
    var error = lw_toml_error()
    let isValid = bytes.withUnsafeBytes { text in
      withUnsafeMutablePointer(to: &builder) { builder in
        lw_toml_read(
          text.baseAddress?.assumingMemoryBound(to: CChar.self) ?? emptyText, text.count,
          { context, event in
            guard let event else { return }
            context?.assumingMemoryBound(to: Builder.self).pointee.receive(event.pointee)
          }, builder, &error)
      }
    }
    guard isValid else {
      let message = withUnsafeBytes(of: &error.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      let line = Int(error.line)
      if let unclosed = UnclosedText(message, line: line, of: bytes) {
        throw TOMLError(line: unclosed.line, message: unclosed.message)
      }
      throw TOMLError(line: line, message: UnquotedText.hint(line: line, of: bytes) ?? message)
    }
    return builder.document
  }

  private static var emptyText: UnsafePointer<CChar> {
    UnsafeRawPointer(StaticString("").utf8Start).assumingMemoryBound(to: CChar.self)
  }

  /// Builds values from their start and end events.
  private struct Builder {
    private(set) var document = TOMLDocument()
    private var open: [Container] = []
    /// The path of the innermost container.
    private var path: [TOMLPathPart] = []

    private struct Container {
      let part: TOMLPathPart?
      let isTable: Bool
      var elements: [TOMLValue] = []
      var fields: [String: TOMLValue] = [:]

      var value: TOMLValue { isTable ? .table(fields) : .array(elements) }
    }

    mutating func receive(_ event: lw_toml_event) {
      switch event.kind {
      case LW_TOML_TABLE, LW_TOML_ARRAY:
        let part = part(of: event)
        open.append(Container(part: part, isTable: event.kind == LW_TOML_TABLE))
        guard let part else { return }
        path.append(part)
        document.regions[path] = Self.region(event)
      case LW_TOML_END:
        guard let closed = open.popLast() else { return }
        guard let part = closed.part else { return document.table = closed.fields }
        path.removeLast()
        add(closed.value, part)
      case LW_TOML_STRING: add(.string(Self.text(event.text, event.text_length) ?? ""), event)
      case LW_TOML_INTEGER: add(.integer(event.integer), event)
      case LW_TOML_NUMBER: add(.number(event.number), event)
      case LW_TOML_BOOLEAN: add(.boolean(event.integer != 0), event)
      default: add(.date, event)
      }
    }

    /// nil for the document.
    private func part(of event: lw_toml_event) -> TOMLPathPart? {
      open.last.map { container in
        Self.text(event.key, event.key_length).map { .key($0) } ?? .index(container.elements.count)
      }
    }

    private mutating func add(_ value: TOMLValue, _ event: lw_toml_event) {
      guard let part = part(of: event) else { return }
      document.regions[path + [part]] = Self.region(event)
      add(value, part)
    }

    private mutating func add(_ value: TOMLValue, _ part: TOMLPathPart) {
      guard !open.isEmpty else { return }
      switch part {
      case .key(let key): open[open.count - 1].fields[key] = value
      case .index: open[open.count - 1].elements.append(value)
      }
    }

    private static func region(_ event: lw_toml_event) -> TOMLRegion {
      TOMLRegion(
        line: Int(event.line), start: TOMLPosition(line: Int(event.begin.line), column: Int(event.begin.column)),
        end: TOMLPosition(line: Int(event.end.line), column: Int(event.end.column)))
    }

    private static func text(_ start: UnsafePointer<CChar>?, _ count: Int) -> String? {
      start.map { String(decoding: UnsafeRawBufferPointer(start: $0, count: count), as: UTF8.self) }
    }
  }
}
