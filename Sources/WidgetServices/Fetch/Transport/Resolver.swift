/// Resolves host names.
public protocol Resolver: Sendable {
  /// - Parameter name: A canonical name, never a literal address and never localhost.
  /// - Returns: Addresses in the order in which they should be tried.
  func addresses(of name: String) async throws(ResolverError) -> [IPAddress]
}

/// Why a name has no address.
public enum ResolverError: Error, Sendable, Equatable {
  /// The name does not exist or has no address.
  case unknownHost
  /// No name server responded; a retry may help.
  case unavailable
  case cancelled
  /// The process that resolves names failed.
  case fetcher(FetchError.FetcherProblem)
}

/// A resolver with fixed addresses.
public struct FixedResolver: Resolver {
  public var names: [String: [IPAddress]]

  public init(_ names: [String: [IPAddress]] = [:]) { self.names = names }

  public func addresses(of name: String) async throws(ResolverError) -> [IPAddress] {
    guard let addresses = names[name], !addresses.isEmpty else { throw .unknownHost }
    return addresses
  }
}
