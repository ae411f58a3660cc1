import WidgetModel
public import WidgetServices

/// The permission a host function requires: a value, or a function of the arguments.
public struct HostRequirement: Sendable {
  public let kind: Permission.Kind
  /// The value every call requires; nil if it depends on the arguments.
  public let value: String?
  /// The calls that need no permission, for the reference: `for a resource of the widget's folder`.
  private let exception: String?
  /// nil if there's nothing to check before the body runs, because each address is checked when it's reached.
  private let permission: (@Sendable (HostCall) throws(HostError) -> Permission?)?

  private init(
    _ kind: Permission.Kind, value: String? = nil, exception: String? = nil,
    _ permission: (@Sendable (HostCall) throws(HostError) -> Permission?)?
  ) {
    self.kind = kind
    self.value = value
    self.exception = exception
    self.permission = permission
  }

  /// The permission required by this call; nil if it needs none, like `defaults.get` on the widget's own suite.
  func permission(for call: HostCall) throws(HostError) -> Permission? { try permission?(call) }

  /// One metric of `device`.
  static func device(_ metric: String) -> HostRequirement {
    HostRequirement(.device, value: metric) { _ in .device(metric) }
  }

  /// Reading or controlling a service of the machine.
  static func service(_ service: MachineService, _ level: AccessLevel) -> HostRequirement {
    let permission = Permission.service(service, level.rawValue)
    return HostRequirement(permission.kind, value: level.rawValue) { _ in permission }
  }

  /// The hosts of a request. Checked by ``NetPolicy`` on the parsed URL, on every resolved address and at every redirect.
  static let net = HostRequirement(.net, exception: "for a resource of the widget's folder", nil)

  /// A folder, which depends on a setting.
  static let files = HostRequirement(.files, nil)
  static let clipboard = HostRequirement(.clipboard) { _ in .clipboard }
  static let notify = HostRequirement(.notify) { _ in .notify }

  /// A permission depending on the arguments.
  ///
  /// - Parameter permission: Returns nil for a call that needs none.
  static func of(
    _ kind: Permission.Kind, exception: String? = nil,
    _ permission: @escaping @Sendable (HostCall) throws(HostError) -> Permission?
  ) -> HostRequirement {
    HostRequirement(kind, exception: exception, permission)
  }

  /// A group named by the first argument.
  /// - Parameter subject: The name in error messages: `defaults.suite`.
  static func group(of subject: String, isOptional: Bool = false) -> HostRequirement {
    of(.group, exception: isOptional ? "for the widget's own defaults" : nil) { call throws(HostError) in
      if isOptional, call[0].isNull { return nil }
      let name = call.text(0)
      guard ContainerName.isValid(name) else { throw HostError("\(subject): \(ContainerError.badName(name))") }
      return .group(name)
    }
  }

  /// The kinds of permission that satisfy it: a request may also need a grant for an address that isn't public.
  var kinds: [Permission.Kind] { kind == .net ? [.net, .privateNet] : [kind] }

  /// The text in the reference: `permissions.device` with `"disk"`.
  var words: String {
    (kind.isInManifest ? "`permissions.\(kind.manifestKey)`" : "a setting of type `folder`")
      + (value.map { " with `\"\($0)\"`" } ?? "")
      + (exception.map { ", except \($0)" } ?? "")
  }
}
