public import WidgetModel

extension PermissionSet {
  /// Everything that a manifest asks for, one by one, in the order in which a person is told.
  public var list: [Permission] {
    net.map { .net(NetGrant($0)?.description ?? $0) } + privateNet.map { .privateNet(NetGrant($0)?.description ?? $0) }
      + device.map { .device($0) } + env.map { .env($0) } + run.map { .run($0) } + groups.map { .group($0) }
      + openURL.map { .openURL($0) } + (notify ? [.notify] : [])
  }

  /// Whether something that the widget learns could leave this machine, or reach another widget.
  var hasWayOut: Bool { !(net.isEmpty && privateNet.isEmpty && run.isEmpty && groups.isEmpty && openURL.isEmpty) }
}
