import WidgetHelpers
import WidgetServices
import WidgetSystem

/// The buses of each group, and what it may ask for there: the one list of everything that luawidget does on a bus. ``PulseFilter`` has
/// that for the sound server.
extension ServiceGroup {
  /// The list of its filter.
  func rules(on bus: BusAddress.Kind) -> BusRules {
    switch (self, bus) {
    case (.media, .session): .media
    case (.machine, .system): BusRules(methods: Self.power + Self.network + Self.display, matches: signals.map(\.rule))
    case (.units(let names), _):
      BusRules(methods: Self.methods(of: names, on: bus), matches: signals.filter { $0.bus.rawValue == bus.rawValue }.map(\.rule))
    default: BusRules(methods: [], matches: [])
    }
  }

  /// The signals of its services.
  var signals: [ServiceSignal] {
    switch self {
    case .media, .audio, .inhibitor: []
    case .units(let names): BusCall.Bus.allCases.flatMap { Self.signals(of: names, on: $0) }
    case .machine: Self.powerSignals + Self.networkSignals
    }
  }

  /// Connects, by way of filters.
  func connect(environment: [String: String]) throws(ServiceError) -> any BusServices {
    switch self {
    case .media: MediaPlayerBus(try bus(.session, environment: environment))
    case .audio: PulseConnection(try Self.sound(environment: environment))
    case .machine: ObjectServices([.system: try bus(.system, environment: environment)], signals)
    case .units: ObjectServices(try buses(environment: environment), signals)
    case .inhibitor: SleepInhibitor(try Self.unfilteredBus(.system, environment: environment))
    }
  }

  /// Both buses, or the one there is.
  private func buses(environment: [String: String]) throws(ServiceError) -> [BusCall.Bus: Bus] {
    var found: [BusCall.Bus: Bus] = [:]
    var problem: ServiceError?
    for (bus, kind) in [(BusCall.Bus.session, BusAddress.Kind.session), (.system, .system)] {
      do throws(ServiceError) { found[bus] = try self.bus(kind, environment: environment) } catch { problem = problem ?? error }
    }
    if found.isEmpty, let problem { throw problem }
    return found
  }

  private func bus(_ kind: BusAddress.Kind, environment: [String: String]) throws(ServiceError) -> Bus {
    // A wrong address is found here; whether somebody listens there shows with the first call.
    guard let executable = NotifierCommand.executable, let address = BusAddress(kind, environment: environment), address.exists
    else {
      throw .unavailable(reason: "there is no D-Bus \(kind.rawValue)")
    }
    do {
      let socket = try FilterRelay.start(
        [kind.rawValue] + arguments, executable: executable,
        environment: environment.map { "\($0.key)=\($0.value)" }.sorted())
      return try Bus(socket: socket)
    } catch let error as BusError {
      throw .unavailable(reason: "the D-Bus \(kind.rawValue) cannot be used: \(error.message)")
    } catch {
      throw .unavailable(reason: HelperProblem.cannotStart("\(error)").text(of: .notifier))
    }
  }

  /// A socket to the filter in front of the sound server.
  private static func sound(environment: [String: String]) throws(ServiceError) -> FileDescriptor {
    guard let executable = NotifierCommand.executable, PulseAddress(environment: environment)?.exists == true else {
      throw .unavailable(reason: "there is no sound server")
    }
    do throws(SystemError) {
      return try FilterRelay.start(
        [PulseFilter.word], executable: executable, environment: environment.map { "\($0.key)=\($0.value)" }.sorted())
    } catch {
      throw .unavailable(reason: HelperProblem.cannotStart("\(error)").text(of: .notifier))
    }
  }

  private static func unfilteredBus(_ kind: BusAddress.Kind, environment: [String: String]) throws(ServiceError) -> Bus {
    guard let socket = BusAddress(kind, environment: environment)?.connect() else {
      throw .unavailable(reason: "there is no D-Bus \(kind.rawValue)")
    }
    do throws(BusError) { return try Bus(socket: socket, passesDescriptors: true) } catch {
      throw .unavailable(reason: "the D-Bus \(kind.rawValue) cannot be used: \(error.message)")
    }
  }
}

// MARK: Power

extension ServiceGroup {
  private static let power: [BusRules.Methods] =
    [
      BusRules.Methods(
        .name("org.freedesktop.UPower"), Power.displayDevice, BusCall.properties, ["GetAll"], texts: [[Power.deviceInterface]]),
      BusRules.Methods(
        .name(Power.logind), Power.logindPath, BusCall.properties, ["Get"], texts: [[Power.logindInterface], [Power.idleHint]]),
    ]
    + Power.profileServices.flatMap { service in
      [
        BusRules.Methods(.name(service.name), service.path, BusCall.properties, ["GetAll"], texts: [[service.name]]),
        BusRules.Methods(
          .name(service.name), service.path, BusCall.properties, ["Set"], texts: [[service.name], ["ActiveProfile"]]),
      ]
    }

  private static let powerSignals: [ServiceSignal] =
    [
      .properties(.power, "battery", .system, "org.freedesktop.UPower", Power.displayDevice),
      .owner(.power, "battery", .system, "org.freedesktop.UPower"),
    ]
    + Power.profileServices.flatMap { service in
      [
        ServiceSignal.properties(.power, "profile", .system, service.name, service.path),
        .owner(.power, "profile", .system, service.name),
      ]
    }
}

// MARK: Network

extension ServiceGroup {
  private static let network: [BusRules.Methods] =
    [BusRules.Methods(.name(Network.service), Network.path, BusCall.properties, ["GetAll"], texts: [[Network.service]])]
    + Network.objects.sorted { $0.key < $1.key }.map { folder, interface in
      BusRules.Methods(
        .name(Network.service), below: "\(Network.path)/\(folder)/", BusCall.properties, ["GetAll"], texts: [[interface]])
    }

  // Signals of access points aren't among them: each scan changes the strength of every one.
  private static let networkSignals: [ServiceSignal] = [
    .properties(.network, "connections", .system, Network.service, Network.path),
    .properties(.network, "connections", .system, Network.service, "\(Network.path)/ActiveConnection", below: true),
    .owner(.network, "connections", .system, Network.service),
  ]
}

// MARK: Display

extension ServiceGroup {
  private static let display: [BusRules.Methods] = [
    BusRules.Methods(.name(Power.logind), Display.session, Display.sessionInterface, ["SetBrightness"], texts: [["backlight"]])
  ]
}

// MARK: Units

extension ServiceGroup {
  /// Units are found by name, and their properties read. Only the user's are controlled.
  private static func methods(of names: [String], on bus: BusAddress.Kind) -> [BusRules.Methods] {
    let manager = BusRules.Methods(
      .name(Units.service), Units.manager, Units.managerInterface, ["LoadUnit"], texts: [Set(names)])
    let subscribe = BusRules.Methods(.name(Units.service), Units.manager, Units.managerInterface, ["Subscribe"])
    return [manager, subscribe]
      + names.map(UnitName.path).flatMap { path in
        let read = BusRules.Methods(.name(Units.service), path, BusCall.properties, ["GetAll"], texts: [[Units.unitInterface]])
        let control = BusRules.Methods(
          .name(Units.service), path, Units.unitInterface, Set(UnitCommand.allCases.map(\.method)), texts: [[Units.mode]])
        return bus == .session ? [read, control] : [read]
      }
  }

  private static func signals(of names: [String], on bus: BusCall.Bus) -> [ServiceSignal] {
    names.map { name in
      var signal = ServiceSignal.properties(.units, name, bus, Units.service, UnitName.path(name))
      // systemd sends no signals before.
      signal.prerequisite = BusCall(bus, Units.service, Units.manager, Units.managerInterface, "Subscribe")
      return signal
    }
  }
}
