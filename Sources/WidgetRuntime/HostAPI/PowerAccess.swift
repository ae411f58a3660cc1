import WidgetModel
import WidgetServices

/// The machine's batteries and power profiles.
struct PowerAccess {
  private static let reasonLimit = 100

  private let session: HostSession
  private let service: ServiceCaller
  private let power: Power

  init(_ session: HostSession) {
    self.session = session
    service = ServiceCaller(session, "power services")
    power = Power(session.services.machine, session.services.device)
  }

  func battery() -> LuaValue {
    let power = power
    return service.read("power.battery") { () throws(ServiceError) in
      try await power.battery()
    } value: { battery in
      var fields: [String: LuaValue] = [
        "level": .number(battery.level), "charging": .boolean(battery.state == .charging),
        "state": .string(battery.state.rawValue),
      ]
      let numbers = ["time_to_empty": battery.timeToEmpty, "time_to_full": battery.timeToFull, "power": battery.power]
      for case (let name, let number?) in numbers { fields[name] = .number(number) }
      return .table(fields)
    }
  }

  func profile() -> LuaValue {
    let power = power
    return service.read("power.profile") { () throws(ServiceError) in
      try await power.profiles().active
    } value: {
      .string($0)
    }
  }

  func profiles() -> LuaValue {
    let power = power
    return service.read("power.profiles") { () throws(ServiceError) in
      try await power.profiles().all
    } value: {
      .array($0.map { .string($0) })
    }
  }

  func setProfile(_ profile: String) -> LuaValue {
    let power = power
    return service.control("power.set_profile") { () throws(ServiceError) in try await power.setProfile(profile) }
  }

  /// - Returns: `{ value = true }` or `{ error = err }`.
  func inhibit(_ reason: String) throws(HostError) -> LuaValue {
    if let refusal = service.refusal(of: "power.inhibit") { return refusal }
    let power = power
    let check = service.read("power.inhibit") { () throws(ServiceError) in
      try await power.checkInhibiting()
    } value: {
      true
    }
    guard check["error"].isNull else { return check }
    // Other programs show it.
    let name = session.manifest.name ?? session.identity.name
    let shown = ServiceText.cleaned("\(name): \(reason)", limit: Self.reasonLimit) ?? session.identity.name
    return try StreamAccess(session).inhibit("power.inhibit", shown)
  }

  func release() throws(HostError) -> LuaValue { try StreamAccess(session).inhibit("power.release", nil)["value"] }
}
