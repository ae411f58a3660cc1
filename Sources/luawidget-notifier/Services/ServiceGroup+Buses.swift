import WidgetHelpers
import WidgetServices
import WidgetSystem

/// The buses of each group, and what it may ask for there: the one list of everything that luawidget does on a bus.
extension ServiceGroup {
  /// The list of its filter.
  func rules(on bus: BusAddress.Kind) -> BusRules {
    switch (self, bus) {
    case (.media, .session): .media
    case (.machine, .system): BusRules(methods: Self.power + Self.network, matches: signals.map(\.rule))
    default: BusRules(methods: [], matches: [])
    }
  }

  /// The signals of its services.
  var signals: [ServiceSignal] {
    switch self {
    case .media, .inhibitor: []
    case .machine: Self.powerSignals + Self.networkSignals
    }
  }

  /// Connects, by way of filters.
  func connect(environment: [String: String]) throws(ServiceError) -> any BusServices {
    switch self {
    case .media: MediaPlayerBus(try bus(.session, environment: environment))
    case .machine: ObjectServices([.system: try bus(.system, environment: environment)], signals)
    case .inhibitor: SleepInhibitor(try Self.unfilteredBus(.system, environment: environment))
    }
  }

  private func bus(_ kind: BusAddress.Kind, environment: [String: String]) throws(ServiceError) -> Bus {
    // A wrong address is found here; whether somebody listens there shows with the first call.
    guard let executable = NotifierCommand.executable, let address = BusAddress(kind, environment: environment), address.exists
    else {
      throw .unavailable(reason: "there is no D-Bus \(kind.rawValue)")
    }
    do {
      let socket = try BusFilter.start(
        kind, rawValue, executable: executable, environment: environment.map { "\($0.key)=\($0.value)" }.sorted())
      return try Bus(socket: socket)
    } catch let error as BusError {
      throw .unavailable(reason: "the D-Bus \(kind.rawValue) cannot be used: \(error.message)")
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
