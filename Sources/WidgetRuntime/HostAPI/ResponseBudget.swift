import WidgetServices

/// The limit on the total size of the responses of one call, which reach the worker in one message.
struct ResponseBudget {
  /// Bytes of bodies and header fields.
  static let maximumBytes = 7 << 20
  /// The worker accepts 100 000 values in a message; a header field is three of them.
  private static let maximumFields = 30_000

  private var bytes = 0
  private var fields = 0

  /// Takes a response if it fits. One that does not fit leaves the space to those after it.
  mutating func take(_ response: FetchResponse) -> Bool {
    // Includes the framing of a field and a response, rounded up.
    let size = response.headers.reduce(response.body.count + response.url.utf8.count + 256) {
      $0 + $1.name.utf8.count + $1.value.utf8.count + 16
    }
    guard bytes + size <= Self.maximumBytes, fields + response.headers.count <= Self.maximumFields else { return false }
    bytes += size
    fields += response.headers.count
    return true
  }
}
