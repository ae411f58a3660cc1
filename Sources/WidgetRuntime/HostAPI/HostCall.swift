public import WidgetModel

/// A call that arrived from a worker: complete, checked against the declaration, permitted and masked.
public struct HostCall: Sendable {
  public var name: String
  public var arguments: [LuaValue]

  public init(name: String, arguments: [LuaValue]) {
    self.name = name
    self.arguments = arguments
  }

  /// The argument at a position from 0; `.null` beyond the end.
  public subscript(index: Int) -> LuaValue { arguments.indices.contains(index) ? arguments[index] : .null }

  /// An argument that the declaration has already checked to be text. Ill-formed UTF-8 is repaired.
  public func text(_ index: Int) -> String { String(decoding: self[index].stringBytes ?? [], as: UTF8.self) }

  /// A duration argument in seconds.
  func seconds(_ index: Int) throws(HostError) -> Double {
    do { return try DurationText.seconds(self[index]) } catch { throw HostError("\(name): \(error)") }
  }
}

/// Why a host call was refused. Raised in the script, at the line that called.
public struct HostError: Error, Sendable, Equatable {
  public var message: String

  public init(_ message: String) { self.message = message }
}
