import WidgetModel

/// The machine's power: batteries (UPower, or else the kernel) and power profiles (power-profiles-daemon).
public struct Power: Sendable {
  static let upower = "org.freedesktop.UPower"
  package static let displayDevice = "/org/freedesktop/UPower/devices/DisplayDevice"
  package static let deviceInterface = "org.freedesktop.UPower.Device"
  /// The names under which power profiles are offered: since version 0.20, and before.
  package static let profileServices = [
    (name: "org.freedesktop.UPower.PowerProfiles", path: "/org/freedesktop/UPower/PowerProfiles"),
    (name: "net.hadess.PowerProfiles", path: "/net/hadess/PowerProfiles"),
  ]
  static let maximumProfiles = 16
  package static let logind = "org.freedesktop.login1"
  package static let logindPath = "/org/freedesktop/login1"
  package static let logindInterface = "org.freedesktop.login1.Manager"
  package static let idleHint = "IdleHint"

  private let services: any MachineServices
  private let device: any DeviceReader

  public init(_ services: any MachineServices, _ device: any DeviceReader) {
    self.services = services
    self.device = device
  }

  public func battery() async throws(ServiceError) -> Battery {
    do throws(ServiceError) {
      let properties = try await services.properties(.system, Self.upower, Self.displayDevice, of: Self.deviceInterface)
      if let battery = Battery(wire: properties) { return battery }
    } catch {
      // Many machines have batteries but no UPower.
      if let charge = (try? device.battery()) ?? nil { return Battery(level: charge.level, state: charge.state) }
      throw error
    }
    throw .unavailable(reason: "this machine has no battery")
  }

  /// The active profile, and all that there are.
  public func profiles() async throws(ServiceError) -> (active: String, all: [String]) {
    let (_, active, all) = try await offered()
    return (active, all)
  }

  public func setProfile(_ profile: String) async throws(ServiceError) {
    let (service, _, all) = try await offered()
    guard all.contains(profile) else {
      let shown = ServiceText.cleaned(profile, limit: 40) ?? ""
      throw .unavailable(reason: "there is no power profile \"\(shown)\"; this machine has \(all.joined(separator: ", "))")
    }
    _ = try await services.call(.set(.system, service.name, service.path, service.name, "ActiveProfile", to: profile))
  }

  /// Whether logind can keep the machine awake, without doing it.
  public func checkInhibiting() async throws(ServiceError) {
    _ = try await services.call(
      BusCall(
        .system, Self.logind, Self.logindPath, BusCall.properties, "Get", .text(Self.logindInterface), .text(Self.idleHint)))
  }

  private func offered() async throws(ServiceError) -> (service: (name: String, path: String), active: String, all: [String]) {
    var problem = ServiceError.unavailable(reason: "this machine has no power profiles")
    for service in Self.profileServices {
      let properties: LuaValue
      do throws(ServiceError) {
        properties = try await services.properties(.system, service.name, service.path, of: service.name)
      } catch {
        if !error.isUnavailable { problem = error }
        continue
      }
      let all = (properties["Profiles"].array ?? []).prefix(Self.maximumProfiles).compactMap { $0["Profile"].string }
        .filter(Self.isProfile)
      if let active = properties["ActiveProfile"].string, all.contains(active) { return (service, active, all) }
      problem = .failed(reason: "\(service.name) says nothing about its profiles")
    }
    throw problem
  }

  /// `power-saver`, `balanced` and `performance`, or what a later version calls its own.
  private static func isProfile(_ name: String) -> Bool {
    (1...40).contains(name.utf8.count) && name.utf8.allSatisfy { $0 == UInt8(ascii: "-") || BusCall.isPathLetter($0) }
  }
}
