/// Where the arguments of a host function go, which decides what happens to secrets in them.
public enum ArgumentDestination: Sendable, Equatable {
  /// Into the result, and nowhere else.
  case result
  /// Into a store, or in front of the user: secrets are masked before the body runs.
  case storedOrShown
  /// To a server or a program that the user has granted: secrets pass, as `docs/secrets.md` says.
  case granted
}
