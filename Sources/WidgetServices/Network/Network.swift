import WidgetModel

/// The machine's network connections: NetworkManager's, or else the kernel's links.
public struct Network: Sendable {
  package static let service = "org.freedesktop.NetworkManager"
  package static let path = "/org/freedesktop/NetworkManager"
  /// The objects of the manager, by folder, with the interface that's read.
  package static let objects = [
    "ActiveConnection": "\(service).Connection.Active", "Devices": "\(service).Device", "AccessPoint": "\(service).AccessPoint",
  ]

  private let services: any MachineServices
  private let device: any DeviceReader

  public init(_ services: any MachineServices, _ device: any DeviceReader) {
    self.services = services
    self.device = device
  }

  /// The default connection first.
  public func connections() async throws(ServiceError) -> [NetworkConnection] {
    var found: [NetworkConnection]
    do throws(ServiceError) {
      let manager = try await services.properties(.system, Self.service, Self.path, of: Self.service)
      found = []
      for path in (manager["ActiveConnections"].array ?? []).prefix(NetworkConnection.limit) {
        if let connection = try await connection(path.string) { found.append(connection) }
      }
    } catch {
      guard error.isUnavailable, let links = try? device.links() else { throw error }
      found = links.prefix(NetworkConnection.limit).map { NetworkConnection($0) }
    }
    return found.enumerated().sorted { ($1.element.isDefault ? 1 : 0, $0.offset) < ($0.element.isDefault ? 1 : 0, $1.offset) }
      .map(\.element)
  }

  private func connection(_ path: String?) async throws(ServiceError) -> NetworkConnection? {
    guard let properties = try await object(path, in: "ActiveConnection"), var connection = NetworkConnection(wire: properties)
    else {
      return nil
    }
    if let device = try await object(properties["Devices"].array?.first?.string, in: "Devices") {
      connection.interface = device["Interface"].string.flatMap { ServiceText.cleaned($0, limit: 100) }
    }
    if connection.kind == .wifi, let point = try await object(properties["SpecificObject"].string, in: "AccessPoint") {
      let bytes = (point["Ssid"].array ?? []).compactMap { $0.integer.flatMap { UInt8(exactly: $0) } }
      connection.ssid = NetworkConnection.ssid(bytes)
      connection.strength = ServiceText.number(point["Strength"].double, in: 0...100).map { $0 / 100 }
    }
    return connection
  }

  /// The properties of an object in one of the manager's folders; nil if it has gone meanwhile, or is elsewhere.
  private func object(_ path: String?, in folder: String) async throws(ServiceError) -> LuaValue? {
    guard let path, let interface = Self.objects[folder], Self.isObject(path, in: folder) else { return nil }
    do throws(ServiceError) { return try await services.properties(.system, Self.service, path, of: interface) } catch {
      if error.isUnavailable { return nil }
      throw error
    }
  }

  /// Whether a path is `/org/freedesktop/NetworkManager/FOLDER/NAME`.
  package static func isObject(_ path: String, in folder: String) -> Bool {
    let start = "\(Self.path)/\(folder)/"
    return path.hasPrefix(start) && path.utf8.count > start.utf8.count
      && path.utf8.dropFirst(start.utf8.count).allSatisfy(BusCall.isPathLetter)
  }
}
