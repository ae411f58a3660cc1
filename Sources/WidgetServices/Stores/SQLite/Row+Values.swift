import Foundation
import GRDB

/// Typed access to columns of an untrusted file: GRDB's conversions trap on a wrong type, these return nil.
extension Row {
  func text(_ index: Int) -> String? {
    if case .string(let text) = storage(index) { text } else { nil }
  }

  func data(_ index: Int) -> Data? {
    if case .blob(let data) = storage(index) { data } else { nil }
  }

  func bytes(_ index: Int) -> [UInt8]? { data(index).map { [UInt8]($0) } }

  func integer(_ index: Int) -> Int? {
    if case .int64(let number) = storage(index) { Int(exactly: number) } else { nil }
  }

  func number(_ index: Int) -> Double? {
    switch storage(index) {
    case .double(let number): number
    case .int64(let number): Double(number)
    default: nil
    }
  }

  private func storage(_ index: Int) -> DatabaseValue.Storage {
    guard index < count else { return .null }
    let value: DatabaseValue = self[index]
    return value.storage
  }
}

extension Database {
  /// Runs one of our own statements, prepared once per connection.
  func rows(_ sql: String, _ arguments: StatementArguments = []) throws -> [Row] {
    try Row.fetchAll(cachedStatement(sql: sql), arguments: arguments)
  }

  func row(_ sql: String, _ arguments: StatementArguments = []) throws -> Row? {
    try Row.fetchOne(cachedStatement(sql: sql), arguments: arguments)
  }

  func run(_ sql: String, _ arguments: StatementArguments = []) throws {
    try cachedStatement(sql: sql).execute(arguments: arguments)
  }
}
