public import WidgetModel

extension PermissionSet {
  /// The requested permissions one by one, in the order in which the user is asked.
  public var list: [Permission] {
    net.map { .net(NetGrant($0)?.description ?? $0) } + privateNet.map { .privateNet(NetGrant($0)?.description ?? $0) }
      + device.map { .device($0) } + env.map { .env($0) } + run.map { .run($0) } + groups.map { .group($0) }
      + openURL.map { .openURL($0) } + (notify ? [.notify] : [])
  }

  /// Whether data could leave the machine or reach another widget.
  var hasWayOut: Bool { !(net.isEmpty && privateNet.isEmpty && run.isEmpty && groups.isEmpty && openURL.isEmpty) }
}
