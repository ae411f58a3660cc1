/// Describes the machine, not its user.
public struct DeviceInfo: Sendable, Equatable {
  public var hostname: String
  /// Name and version: `Debian GNU/Linux 12 (bookworm)`.
  public var os: String
  /// The kernel's release: `6.1.0-18-amd64`.
  public var kernel: String
  /// `x86_64`, `aarch64`, `arm64`.
  public var architecture: String

  public init(hostname: String, os: String, kernel: String, architecture: String) {
    self.hostname = hostname
    self.os = os
    self.kernel = kernel
    self.architecture = architecture
  }
}
