/// A network interface and the bytes it has carried since the machine started.
public struct NetworkInterface: Sendable, Equatable {
  /// `eth0`, `wlan0`, `en0`.
  public var name: String
  public var received: UInt64
  public var sent: UInt64
  /// Whether it is enabled and has a link.
  public var isUp: Bool

  public init(name: String, received: UInt64, sent: UInt64, isUp: Bool) {
    self.name = name
    self.received = received
    self.sent = sent
    self.isUp = isUp
  }
}
