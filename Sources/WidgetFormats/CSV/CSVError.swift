/// Why a text is not comma-separated values. Lines and columns count from 1, columns in bytes.
public enum CSVError: Error, Sendable, Equatable {
  /// Bytes.
  case tooLarge(Int)
  case fieldLimit(line: Int)
  /// Where the quote opens.
  case unterminatedQuote(line: Int, column: Int)
  /// A quote in a field that does not begin with one.
  case strayQuote(line: Int, column: Int)
  /// Something other than a separator or a line end behind a closing quote.
  case textAfterQuote(line: Int, column: Int)
  case tooManyFields(line: Int, count: Int, expected: Int)
  /// The column is the field's number.
  case noName(line: Int, column: Int)
  /// A name that is not UTF-8.
  case badName(line: Int, column: Int)
  case duplicateName(line: Int, String)
  /// The names of the header, repeated in every record, would be larger than ``CSVDocument/maximumNames``.
  case longNames(line: Int)
}

extension CSVError {
  public var line: Int? {
    switch self {
    case .tooLarge: nil
    case .fieldLimit(let line), .tooManyFields(let line, _, _), .duplicateName(let line, _), .longNames(let line): line
    case .unterminatedQuote(let line, _), .strayQuote(let line, _), .textAfterQuote(let line, _), .noName(let line, _),
      .badName(let line, _):
      line
    }
  }

  /// Of the character, where it is one that is wrong.
  public var column: Int? {
    switch self {
    case .unterminatedQuote(_, let column), .strayQuote(_, let column), .textAfterQuote(_, let column): column
    default: nil
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
      "CSV, line \(line), column \(column): a quote inside a field that does not begin with one"
    case .textAfterQuote(let line, let column):
      "CSV, line \(line), column \(column): after a closing quote comes a separator or the end of the line"
    case .tooManyFields(let line, let count, let expected):
      "CSV, line \(line): \(count) fields, and the header names \(expected)"
    case .noName(let line, let column): "CSV, line \(line): column \(column) of the header has no name"
    case .badName(let line, let column): "CSV, line \(line): the name of column \(column) is not UTF-8"
    case .duplicateName(let line, let name): "CSV, line \(line): the header names \"\(name)\" twice"
    case .longNames(let line):
      "CSV, line \(line): the header's names are too long for so many records; read it with header = false"
    }
  }
}
