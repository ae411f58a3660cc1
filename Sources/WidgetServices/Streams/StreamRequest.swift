public import WidgetModel

/// A stream that a widget subscribes to.
public enum StreamRequest: Sendable, Equatable {
  /// The lines appended to a file.
  ///
  /// - source: The URL that stands for the file in the script, which doesn't get its path.
  case file(source: String, path: String)
  /// Changes of files in a folder.
  ///
  /// - source: The text that stands for the folder in the script.
  case folder(source: String, path: String)
  /// The lines a program writes to its standard output.
  case program(name: String, path: String, arguments: [String])
  /// Changes of a service of the machine.
  case service(MachineService)
  /// Changes of systemd's units.
  case units([String])
  /// No events: the machine doesn't go to sleep as long as it's open.
  case awake(reason: String)
  /// Server-sent events (WHATWG HTML section 9.2), or the messages of a WebSocket (RFC 6455).
  ///
  /// - source: The URL in the script.
  /// - name: Only events of this type; nil for all.
  case serverSent(FetchRequest, source: String, name: String?)

  /// The most streams of a widget.
  public static let limit = 4

  /// The source that its events name.
  public var source: String {
    switch self {
    case .file(let source, _), .folder(let source, _): source
    case .program(let name, _, _): name
    case .service(let service): service.rawValue
    case .units: "units"
    case .awake: "power.inhibit"
    case .serverSent(_, let source, _): source
    }
  }
}
