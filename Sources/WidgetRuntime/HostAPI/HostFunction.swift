public import WidgetModel

/// One function of the Lua API, declared whole: its name, arguments, result, what it needs, its words, and what it does.
///
/// The editor types, the reference page and the argument check are made from this.
public struct HostFunction: Sendable {
  /// As a script writes it: `cache.get`.
  public var name: String
  public var summary: String
  public var parameters: [HostField]
  public var returns: [HostField]
  public var needs: HostNeed?
  /// What a script cannot exceed, in words.
  public var limits: String?
  /// What the worker sends, when the prelude changes the arguments on the way (`fetch` packs them into a request).
  public var wire: [HostField]?
  /// nil: the function lives in the worker's prelude and the broker never sees a call.
  public var body: Body?

  public typealias Body = @Sendable (_ call: HostCall, _ session: HostSession) throws(HostError) -> LuaValue

  public init(
    _ name: String, _ summary: String, _ parameters: HostField..., returns: [HostField] = [], needs: HostNeed? = nil,
    limits: String? = nil, wire: [HostField]? = nil, body: Body? = nil
  ) {
    self.name = name
    self.summary = summary
    self.parameters = parameters
    self.returns = returns
    self.needs = needs
    self.limits = limits
    self.wire = wire
    self.body = body
  }

  /// Checks the arguments against the declaration.
  ///
  /// - Throws: `cache.set: key must be a string, got nil`. Too many arguments are not an error, as in Lua.
  public func check(_ arguments: [LuaValue]) throws(HostError) {
    for (index, field) in (wire ?? parameters).enumerated() {
      let value = index < arguments.count ? arguments[index] : .null
      guard field.type.accepts(value) else {
        throw HostError("\(name): \(field.name) must be \(field.type.words), got \(value.isNumberless ? value.shown : value.typeName)")
      }
    }
  }
}

extension LuaValue {
  /// A number that is none, or infinite: its type alone would not say what is wrong.
  fileprivate var isNumberless: Bool { if case .number(let number) = self { !number.isFinite } else { false } }
}

/// A group of host functions with a common subject, one file each.
public struct HostModule: Sendable {
  public var name: String
  public var documentation: String
  public var functions: [HostFunction]

  public init(_ name: String, _ documentation: String, _ functions: [HostFunction]) {
    self.name = name
    self.documentation = documentation
    self.functions = functions
  }
}

/// A permission that a function asks for.
public enum HostNeed: Sendable, Equatable {
  case net
  case device(String)
  case group, environment, programs, openURL, notifications
}

/// A call that arrived from a worker, with its arguments checked against the declaration.
public struct HostCall: Sendable {
  public var name: String
  public var arguments: [LuaValue]

  public init(name: String, arguments: [LuaValue]) {
    self.name = name
    self.arguments = arguments
  }

  /// The argument at a position from 0; `.null` beyond the end.
  public subscript(index: Int) -> LuaValue { arguments.indices.contains(index) ? arguments[index] : .null }

  /// An argument that the declaration has already checked to be text. Bytes that are not UTF-8 are repaired.
  public func text(_ index: Int) -> String { String(decoding: self[index].stringBytes ?? [], as: UTF8.self) }
}

/// Why a host call was refused. Raised in the script, at the line that called.
public struct HostError: Error, Sendable, Equatable {
  public var message: String

  public init(_ message: String) { self.message = message }
}
