/// The argument of a host function that may be longer than a message of the worker. Its beginning is sent ahead, in parts.
public enum LongArgument: Sendable, Equatable {
  /// By position from 1, as the worker sends them.
  case argument(Int)
  /// The body of the request that is the first argument.
  case requestBody
  /// The bodies of the requests in the list that is the first argument.
  case requestBodies

  /// Bytes that a script may pass.
  static let maximumSize = 4 << 20
}
