/// Why a text couldn't be parsed as comma-separated values. Lines and columns count from 1, columns in bytes.
public enum CSVError: Error, Sendable, Equatable {
  /// Bytes.
  case tooLarge(Int)
  case fieldLimit(line: Int)
  /// The place of the opening quote.
  case unterminatedQuote(line: Int, column: Int)
  /// A field contains a quote but doesn't begin with one.
  case strayQuote(line: Int, column: Int)
  /// Something other than a separator or a line end follows a closing quote.
  case textAfterQuote(line: Int, column: Int)
  /// The place of the first surplus field.
  case tooManyFields(line: Int, column: Int, count: Int, expected: Int)
  case noName(line: Int, column: Int)
  /// The name isn't UTF-8.
  case badName(line: Int, column: Int)
  case duplicateName(line: Int, column: Int, String)
  /// The header's names, repeated in every record, would exceed ``CSVDocument/maximumNames``.
  case longNames(line: Int)
}

extension CSVError {
  /// nil if the error concerns the whole text.
  public var line: Int? {
    switch self {
    case .tooLarge: nil
    case .fieldLimit(let line), .longNames(let line), .unterminatedQuote(let line, _), .strayQuote(let line, _),
      .textAfterQuote(let line, _), .tooManyFields(let line, _, _, _), .noName(let line, _), .badName(let line, _),
      .duplicateName(let line, _, _):
      line
    }
  }

  public var column: Int? {
    switch self {
    case .tooLarge, .fieldLimit, .longNames: nil
    case .unterminatedQuote(_, let column), .strayQuote(_, let column), .textAfterQuote(_, let column),
      .tooManyFields(_, let column, _, _), .noName(_, let column), .badName(_, let column), .duplicateName(_, let column, _):
      column
    }
  }
}

extension CSVError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .tooLarge(let size): "CSV of \(size) bytes is larger than \(CSVDocument.maximumSize)"
    case .fieldLimit(let line): "CSV, line \(line): more than \(CSVDocument.maximumFields) fields"
    case .unterminatedQuote(let line, let column): "CSV, line \(line), column \(column): this quote is never closed"
    case .strayQuote(let line, let column):
      "CSV, line \(line), column \(column): a quote inside a field that doesn't begin with one"
    case .textAfterQuote(let line, let column):
      "CSV, line \(line), column \(column): a closing quote must be followed by a separator or the end of the line"
    case .tooManyFields(let line, let column, let count, let expected):
      "CSV, line \(line), column \(column): \(count) fields, but the header names \(expected)"
    case .noName(let line, let column): "CSV, line \(line), column \(column): a column of the header has no name"
    case .badName(let line, let column): "CSV, line \(line), column \(column): a name in the header is not UTF-8"
    case .duplicateName(let line, let column, let name): "CSV, line \(line), column \(column): the header names \"\(name)\" twice"
    case .longNames(let line):
      "CSV, line \(line): the header's names are too long for so many records; parse it with header = false"
    }
  }
}
