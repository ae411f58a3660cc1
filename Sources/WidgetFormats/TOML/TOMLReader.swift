import CToml

/// Why a text is not TOML.
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
  public static func read(_ bytes: [UInt8]) throws(TOMLError) -> [String: TOMLValue] {
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
      throw TOMLError(line: Int(error.line), message: message)
    }
    return builder.document
  }

  private static var emptyText: UnsafePointer<CChar> {
    UnsafeRawPointer(StaticString("").utf8Start).assumingMemoryBound(to: CChar.self)
  }

  /// Builds values from their beginnings and ends.
  private struct Builder {
    private(set) var document: [String: TOMLValue] = [:]
    private var open: [Container] = []

    private struct Container {
      let key: String?
      let isTable: Bool
      var elements: [TOMLValue] = []
      var fields: [String: TOMLValue] = [:]

      var value: TOMLValue { isTable ? .table(fields) : .array(elements) }
    }

    mutating func receive(_ event: lw_toml_event) {
      let key = Self.text(event.key, event.key_length)
      switch event.kind {
      case LW_TOML_TABLE: open.append(Container(key: key, isTable: true))
      case LW_TOML_ARRAY: open.append(Container(key: key, isTable: false))
      case LW_TOML_END:
        guard let closed = open.popLast() else { return }
        if open.isEmpty { document = closed.fields } else { add(closed.value, closed.key) }
      case LW_TOML_STRING: add(.string(Self.text(event.text, event.text_length) ?? ""), key)
      case LW_TOML_INTEGER: add(.integer(event.integer), key)
      case LW_TOML_NUMBER: add(.number(event.number), key)
      case LW_TOML_BOOLEAN: add(.boolean(event.integer != 0), key)
      default: add(.date, key)
      }
    }

    private mutating func add(_ value: TOMLValue, _ key: String?) {
      guard !open.isEmpty else { return }
      if let key { open[open.count - 1].fields[key] = value } else { open[open.count - 1].elements.append(value) }
    }

    private static func text(_ start: UnsafePointer<CChar>?, _ count: Int) -> String? {
      start.map { String(decoding: UnsafeRawBufferPointer(start: $0, count: count), as: UTF8.self) }
    }
  }
}
