public import WidgetServices

/// The outside world as a widget's broker reaches it: each a small protocol with an in-memory twin.
public struct Services: Sendable {
  public var fetcher: any Fetcher
  public var cache: any CacheStore
  public var defaults: any DefaultsStore
  public var snapshots: any SnapshotStore
  public var device: any DeviceReader
  public var clock: any WidgetClock

  public init(
    fetcher: any Fetcher, cache: any CacheStore, defaults: any DefaultsStore, snapshots: any SnapshotStore,
    device: any DeviceReader, clock: any WidgetClock
  ) {
    self.fetcher = fetcher
    self.cache = cache
    self.defaults = defaults
    self.snapshots = snapshots
    self.device = device
    self.clock = clock
  }
}
