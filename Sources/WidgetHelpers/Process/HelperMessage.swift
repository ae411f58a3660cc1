package import WidgetModel

/// A message between a program and one of its helpers: a MessagePack list beginning with the number of its kind.
package struct HelperMessage {
  /// Limits on what a sender can make a receiver decode.
  package struct Limits: Sendable {
    let depth: Int
    let values: Int

    package init(depth: Int = 4, values: Int) {
      self.depth = depth
      self.values = values
    }
  }

  /// The number of the first message in either direction, followed by the protocol version.
  package static let greeting: Int64 = 0
  /// Asks for a sign of life, and answers such a request.
  package static let alive: [UInt8] = MessagePack.encode(.array([255]))

  package let number: Int64
  /// The whole list: the number is the first element.
  package let parts: [LuaValue]

  package init(decoding payload: [UInt8], _ limits: Limits) throws(HelperProtocolError) {
    let message: LuaValue
    do throws(MessagePack.Problem) {
      message = try MessagePack.decode(payload, maximumDepth: limits.depth, maximumValues: limits.values)
    } catch {
      throw HelperProtocolError("not MessagePack")
    }
    guard case .array(let parts) = message, let number = parts.first?.integer else { throw HelperProtocolError("not a message") }
    self.number = number
    self.parts = parts
  }

  /// The integer after the number of the kind, such as the id of a request.
  package func id() throws(HelperProtocolError) -> Int64 {
    guard parts.count > 1, let id = parts[1].integer else { throw HelperProtocolError("a message without a number") }
    return id
  }

  /// The payload of a frame.
  package static func encode<Number: RawRepresentable<Int64>>(_ number: Number, _ parts: [LuaValue] = []) -> [UInt8] {
    MessagePack.encode(.array([.integer(number.rawValue)] + parts))
  }

  /// Whether a payload begins like a greeting. It may be damaged further on.
  static func isGreeting(_ payload: [UInt8]) -> Bool { payload.count > 1 && payload[0] & 0xF0 == 0x90 && payload[1] == 0 }
}

/// A protocol rule violated by a message, for developers, without the values.
package struct HelperProtocolError: Error, Equatable {
  package let rule: String

  package init(_ rule: String) { self.rule = rule }
}
