import WidgetModel

/// The machine's own screen: read from the kernel, set by logind.
public struct Display: Sendable {
  package static let session = "/org/freedesktop/login1/session/auto"
  package static let sessionInterface = "org.freedesktop.login1.Session"

  private let services: any MachineServices
  private let device: any DeviceReader

  public init(_ services: any MachineServices, _ device: any DeviceReader) {
    self.services = services
    self.device = device
  }

  /// 0...1.
  public func brightness() throws(ServiceError) -> Double { try backlight().level }

  /// - Parameter level: 0...1.
  public func setBrightness(_ level: Double) async throws(ServiceError) {
    let backlight = try backlight()
    _ = try await services.call(
      BusCall(
        .system, Power.logind, Self.session, Self.sessionInterface, "SetBrightness", .text("backlight"), .text(backlight.name),
        .number(backlight.value(of: level))))
  }

  private func backlight() throws(ServiceError) -> Backlight {
    guard let backlight = (try? device.backlight()) ?? nil else {
      throw .unavailable(reason: "this machine has no screen whose brightness can be set")
    }
    return backlight
  }
}
