import Foundation
import WidgetModel
import WidgetRendering

/// Values on the command line.
enum JSONText {
  /// nil for text that is not JSON.
  static func read(_ text: String) -> LuaValue? {
    guard let value = try? JSONDecoder().decode(Value.self, from: Data(text.utf8)) else { return nil }
    return value.value
  }

  static func write(_ value: LuaValue, indented: Bool) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting =
      indented ? [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes] : [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    guard let data = try? encoder.encode(Value(value: value)) else { return "null" }
    return terminalSafe(String(decoding: data, as: UTF8.self), multiline: true)
  }

  private struct Value: Codable {
    var value: LuaValue

    init(value: LuaValue) { self.value = value }

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        value = .null
      } else if let flag = try? container.decode(Bool.self) {
        value = .boolean(flag)
      } else if let integer = try? container.decode(Int64.self) {
        value = .integer(integer)
      } else if let number = try? container.decode(Double.self) {
        value = .number(number)
      } else if let text = try? container.decode(String.self) {
        value = .string(text)
      } else if let list = try? container.decode([Value].self) {
        value = .array(list.map(\.value))
      } else {
        value = .table(try container.decode([String: Value].self).mapValues(\.value))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch value {
      case .null: try container.encodeNil()
      case .boolean(let flag): try container.encode(flag)
      case .integer(let integer): try container.encode(integer)
      case .number(let number): try container.encode(number)
      case .string(let text): try container.encode(text)
      case .bytes(let bytes): try container.encode(String(decoding: bytes, as: UTF8.self))
      case .array(let list): try container.encode(list.map(Value.init(value:)))
      case .table(let fields): try container.encode(fields.mapValues(Value.init(value:)))
      }
    }
  }
}
