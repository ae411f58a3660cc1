public import WidgetModel

/// A function of the Lua API, declared in one place: its name, arguments and results, the permission it requires, where its
/// arguments go, its limits, its documentation and its implementation.
///
/// ``HostAPI/call(_:_:_:)`` enforces the declaration. The reference, the editor types, the argument checks and everything the
/// prelude knows about the function are derived from it.
public struct HostFunction: Sendable, LeveledDeclaration {
  /// The name in scripts: `cache.get`.
  public var name: String
  /// Empty for functions only the prelude calls.
  public var summary: String
  public var parameters: [HostField]
  public var returns: [HostField]
  /// The required permission, checked before the body runs.
  public var requires: HostRequirement?
  /// Decides what happens to secrets in the arguments.
  public var destination: ArgumentDestination
  /// The argument that can be longer than a worker's message.
  public var longArgument: LongArgument?
  /// Limits, for the reference.
  public var limits: String?
  /// The arguments sent by the worker, if the prelude changes them on the way; nil means the parameters.
  public var wire: [HostField]?
  /// The class it's a method of; nil for a function.
  public var receiver: String?
  public var availability = Availability()
  /// nil for a function implemented by the worker's prelude alone.
  private(set) var body: Body?

  typealias Body = @Sendable (_ call: HostCall, _ capabilities: HostCapabilities) throws(HostError) -> LuaValue

  init(
    _ name: String, _ summary: String, _ parameters: HostField..., returns: [HostField] = [], requires: HostRequirement? = nil,
    arguments destination: ArgumentDestination = .result, long longArgument: LongArgument? = nil, limits: String? = nil,
    wire: [HostField]? = nil, method receiver: String? = nil
  ) {
    self.name = name
    self.summary = summary
    self.parameters = parameters
    self.returns = returns
    self.requires = requires
    self.destination = destination
    self.longArgument = longArgument
    self.limits = limits
    self.wire = wire
    self.receiver = receiver
  }

  /// Whether the function returns nil and an error where others raise one. The result is then `{ value = v }` or `{ error = err
  /// }`.
  public var returnsError: Bool { returns.last == .error }

  /// Implements the function with nothing but its arguments.
  func implemented(_ body: @escaping @Sendable (HostCall) throws(HostError) -> LuaValue) -> HostFunction {
    var function = self
    function.body = { call, _ throws(HostError) in try body(call) }
    return function
  }

  /// Implements the function with its arguments and one capability.
  func implemented<Capability>(
    using capability: any KeyPath<HostCapabilities, Capability> & Sendable,
    _ body: @escaping @Sendable (HostCall, Capability) throws(HostError) -> LuaValue
  ) -> HostFunction {
    var function = self
    function.body = { call, capabilities throws(HostError) in try body(call, capabilities[keyPath: capability]) }
    return function
  }

  /// Checks the arguments against the declaration.
  ///
  /// - Throws: `cache.set: key must be a string, got nil`. Too many arguments aren't an error, as in Lua.
  func check(_ arguments: [LuaValue]) throws(HostError) {
    for (index, field) in (wire ?? parameters).enumerated() {
      let value = index < arguments.count ? arguments[index] : .null
      if case .record(let fields) = field.type.unwrapped, let table = value.table {
        try check(table, fields, isOptions: field.name == "options")
      } else if let problem = field.type.problem(with: value, at: field.name) {
        throw HostError("\(name): \(problem)")
      }
    }
  }

  /// Checks a table of named fields without naming the table itself: `format.bytes has no option "stile"; did you mean "style"?`.
  private func check(_ table: [String: LuaValue], _ fields: [HostField], isOptions: Bool) throws(HostError) {
    let names = fields.map(\.name)
    if isOptions, let unknown = table.keys.sorted().first(where: { !names.contains($0) }) {
      let remedy = NearestName.hint(unknown, among: names, otherwise: "options are \(names.joined(separator: ", "))")
      throw HostError("\(name) has no option \(unknown.quoted)\(remedy)")
    }
    if let problem = HostType.record(fields).problem(with: .table(table), at: "") { throw HostError("\(name): \(problem)") }
  }
}

/// A group of host functions on one subject, one file each.
public struct HostModule: Sendable {
  /// The Lua table its functions are in; empty for globals.
  public var name: String
  /// Its heading in the reference.
  public var title: String
  public var documentation: String
  public var functions: [HostFunction]

  public init(_ name: String, title: String? = nil, _ documentation: String, _ functions: [HostFunction]) {
    self.name = name
    self.title = title ?? name
    self.documentation = documentation
    self.functions = functions
  }
}

/// Where a host function's arguments go, which decides what happens to secrets in them.
public enum ArgumentDestination: Sendable, Equatable {
  /// Into the result, and nowhere else.
  case result
  /// Into a store, or before the user's eyes: secrets are masked before the body runs.
  case storedOrShown
  /// To a server or a program granted by the user: secrets pass, as `docs/secrets.md` says.
  case granted
}

/// A call from a worker: complete, checked against the declaration, permitted and masked.
public struct HostCall: Sendable {
  public var name: String
  public var arguments: [LuaValue]

  public init(name: String, arguments: [LuaValue]) {
    self.name = name
    self.arguments = arguments
  }

  /// The argument at a position from 0; `.null` beyond the end.
  public subscript(index: Int) -> LuaValue { arguments.indices.contains(index) ? arguments[index] : .null }

  /// An argument already checked to be text by the declaration. Ill-formed UTF-8 is repaired.
  public func text(_ index: Int) -> String { String(decoding: self[index].stringBytes ?? [], as: UTF8.self) }

  /// A duration argument in seconds.
  func seconds(_ index: Int) throws(HostError) -> Double {
    do { return try DurationText.seconds(self[index]) } catch { throw HostError("\(name): \(error)") }
  }
}

/// Why a host call was refused. Raised in the script, at the calling line.
public struct HostError: Error, Sendable, Equatable {
  public var message: String
  /// The missing permission or the failed store, if that's the reason.
  var cause: Failure?

  public init(_ message: String) { self.message = message }

  init(_ message: String, cause: Failure?) {
    self.message = message
    self.cause = cause
  }
}

extension LuaValue {
  /// The result of a function returning nil and an error: see ``HostFunction/returnsError``.
  static func failure(kind: String, _ message: String) -> LuaValue {
    ["error": ["kind": .string(kind), "message": .string(message)]]
  }

  /// The result for a document that couldn't be decoded, with the position of the damage.
  static func decodeFailure(_ message: String, line: Int? = nil, column: Int? = nil) -> LuaValue {
    var fields: [String: LuaValue] = ["kind": "decode", "message": .string(message)]
    if let line { fields["line"] = .integer(Int64(line)) }
    if let column { fields["column"] = .integer(Int64(column)) }
    return ["error": .table(fields)]
  }

  /// The same, given an offset in the text instead of line and column (in bytes).
  static func decodeFailure(_ message: String, at offset: Int, of text: [UInt8]) -> LuaValue {
    let before = text.prefix(offset)
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return decodeFailure(message, line: before.count { $0 == UInt8(ascii: "\n") } + 1, column: before.count - lineStart + 1)
  }
}
