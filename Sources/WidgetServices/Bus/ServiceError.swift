/// Why a service of the machine didn't do what it was asked.
public enum ServiceError: Error, Sendable, Equatable {
  /// It isn't there: no bus, no program that offers it, or luawidget can't reach it.
  case unavailable(reason: String)
  /// It refused, or took too long.
  case failed(reason: String)

  public var reason: String {
    switch self {
    case .unavailable(let reason), .failed(let reason): reason
    }
  }

  /// The kind of a script's error about a service that isn't there.
  public static let unavailableKind = "unavailable"

  var isUnavailable: Bool { if case .unavailable = self { true } else { false } }
}

extension ServiceError: CustomStringConvertible {
  public var description: String { reason }
}
