import WidgetServices

/// Reads system metrics for `device`, with the counters that the widget's previous calls found.
struct DeviceAccess {
  private let session: HostSession

  init(_ session: HostSession) { self.session = session }

  var reader: any DeviceReader { session.services.device }

  /// The processor's load since the widget's previous call.
  func processorLoad() throws(DeviceError) -> ProcessorLoad { try session.deviceSampler.processorLoad(of: reader) }

  /// The busiest processes since the widget's previous call.
  func processUse(count: Int) throws(DeviceError) -> [ProcessUse] {
    try session.deviceSampler.processUse(of: reader, count: count)
  }
}
