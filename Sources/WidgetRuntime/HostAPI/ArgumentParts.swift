import WidgetModel
import WidgetServices

/// The beginnings of long arguments, which arrive ahead of their call.
struct ArgumentParts {
  /// The call bringing a part: the bytes, and the argument's position from 1 (the request's, for bodies).
  static let callName = "argument.part"
  /// Bytes of all parts of one call: more than any function accepts, which then reports the excess itself. A packed feed has up to 7 MiB.
  static let maximumSize = 8 << 20

  /// The most arguments arriving in parts: more than one `fetch.all` has requests.
  static let maximumCount = 256

  private var parts: [Int: [UInt8]] = [:]
  private var size = 0

  var isEmpty: Bool { parts.isEmpty }

  mutating func add(_ arguments: [LuaValue]) throws(HostError) {
    guard let part = arguments.first?.stringBytes, arguments.count == 2,
      let position = arguments[1].integer.flatMap({ Int(exactly: $0) })
    else { throw HostError("\(Self.callName): expected bytes and a position") }
    size += part.count
    guard size <= Self.maximumSize, parts[position] != nil || parts.count < Self.maximumCount else {
      self = ArgumentParts()
      throw HostError("\(Self.callName): the argument is too large")
    }
    parts[position, default: []] += part
  }

  /// A call's arguments, with its long ones complete.
  ///
  /// - Throws: If parts arrived that don't belong to the function's long argument.
  func joined(to arguments: [LuaValue], of function: HostFunction) throws(HostError) -> [LuaValue] {
    if isEmpty { return arguments }
    var arguments = arguments
    var remaining = parts
    func complete(_ value: inout LuaValue, _ position: Int) {
      guard let end = value.stringBytes, let beginning = remaining.removeValue(forKey: position) else { return }
      value = LuaValue(stringBytes: beginning + end)
    }
    func completeBody(_ request: inout LuaValue, _ position: Int) {
      guard case .table(var fields) = request, var body = fields["body"] else { return }
      complete(&body, position)
      fields["body"] = body
      request = .table(fields)
    }
    switch function.longArgument {
    case .argument(let position) where arguments.indices.contains(position - 1): complete(&arguments[position - 1], position)
    case .requestBody where !arguments.isEmpty: completeBody(&arguments[0], 1)
    case .requestBodies:
      guard case .array(var requests)? = arguments.first else { break }
      for index in requests.indices { completeBody(&requests[index], index + 1) }
      arguments[0] = .array(requests)
    default: break
    }
    guard remaining.isEmpty else { throw HostError("\(function.name): parts of an argument it doesn't have") }
    return arguments
  }
}

/// A host function's argument that can be longer than a worker's message. Its beginning is sent ahead, in parts.
public enum LongArgument: Sendable, Equatable {
  /// An argument by position from 1, as sent by the worker.
  case argument(Int)
  /// The body of the request in the first argument.
  case requestBody
  /// The bodies of the requests listed in the first argument.
  case requestBodies

  /// Bytes a script can pass.
  static let maximumSize = PreparedRequest.maximumBodyBytes
}
