public import WidgetModel

/// Comma-separated values. Source: RFC 4180.
///
/// Beyond the RFC, lines may end with LF or CR alone, a leading byte order mark is dropped, and empty lines are ignored (write a
/// record with one empty field as `""`). Fields stay text; bytes that aren't UTF-8 are preserved.
public struct CSVDocument: Sendable, Equatable {
  /// The column names; nil if the text has no header.
  public var header: [String]?
  /// The records after the header. Each field is `.string`, or `.bytes` if it isn't UTF-8. With a header, records are never
  /// longer, but may be shorter.
  public var records: [[LuaValue]]

  /// 4 MiB.
  public static let maximumSize = 4 << 20
  public static let maximumFields = 100_000
  /// 2 MiB for the header's names, which ``value`` repeats in every record.
  public static let maximumNames = 2 << 20

  /// - Parameters:
  ///   - hasHeader: Whether the first record names the columns.
  ///   - separator: One ASCII character, neither a quote nor a line end.
  /// - Throws: ``CSVError`` for misplaced quotes, duplicate or missing column names, a record longer than the header, and
  ///   exceeded limits. Empty text has no records and isn't an error.
  public init(_ bytes: [UInt8], hasHeader: Bool = true, separator: UInt8 = UInt8(ascii: ",")) throws(CSVError) {
    guard bytes.count <= Self.maximumSize else { throw .tooLarge(bytes.count) }
    var reader = CSVReader(bytes, separator: separator)
    header = nil
    records = []
    var nameSize = 0
    while let record = try reader.record() {
      if hasHeader, header == nil {
        let names = try Self.names(record, reader.places)
        nameSize = names.reduce(0) { $0 + $1.utf8.count }
        header = names
      } else if let header, record.count > header.count {
        let place = reader.places[header.count]
        throw .tooManyFields(line: place.line, column: place.column, count: record.count, expected: header.count)
      } else {
        records.append(record)
        guard records.count * nameSize <= Self.maximumNames else { throw .longNames(line: reader.recordLine) }
      }
    }
  }

  /// The value for scripts: records keyed by the header's names, or lists without a header. Short records lack the last keys.
  public var value: LuaValue {
    guard let header else { return .array(records.map { .array($0) }) }
    return .array(records.map { .table(Dictionary(zip(header, $0), uniquingKeysWith: { $1 })) })
  }

  private static func names(
    _ record: [LuaValue], _ places: [(line: Int, column: Int)]
  ) throws(CSVError) -> [String] {
    var seen: Set<String> = []
    var names: [String] = []
    for (field, place) in zip(record, places) {
      guard let name = field.string else { throw .badName(line: place.line, column: place.column) }
      guard !name.isEmpty else { throw .noName(line: place.line, column: place.column) }
      guard seen.insert(name).inserted else { throw .duplicateName(line: place.line, column: place.column, name) }
      names.append(name)
    }
    return names
  }
}
