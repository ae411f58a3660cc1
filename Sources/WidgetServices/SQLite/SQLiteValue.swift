/// A parameter of a statement.
///
/// SQLite stores NaN as NULL.
public enum SQLiteValue: Sendable, Equatable {
  case null
  case integer(Int64)
  case real(Double)
  /// May contain NUL.
  case text(String)
  case blob([UInt8])

  public init(_ text: String?) { self = text.map { .text($0) } ?? .null }
  public init(_ number: Double?) { self = number.map { .real($0) } ?? .null }
  public init(_ number: Int) { self = .integer(Int64(number)) }
  public init(_ flag: Bool) { self = .integer(flag ? 1 : 0) }
  public init(_ bytes: [UInt8]?) { self = bytes.map { .blob($0) } ?? .null }
}

extension SQLiteValue: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByNilLiteral
{
  public init(stringLiteral value: String) { self = .text(value) }
  public init(integerLiteral value: Int64) { self = .integer(value) }
  public init(floatLiteral value: Double) { self = .real(value) }
  public init(nilLiteral: ()) { self = .null }
}
