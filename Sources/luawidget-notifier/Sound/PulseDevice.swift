import WidgetServices

/// A sink or a source as the sound server describes it.
struct PulseDevice {
  /// Volume 1 (`PA_VOLUME_NORM`).
  private static let unamplified = 65_536.0
  /// The index of no object (`PA_INVALID_INDEX`).
  static let none = UInt32.max

  var device: AudioDevice
  let index: UInt32
  /// The volume of each channel.
  let volumes: [UInt32]

  /// Reads one of a list.
  ///
  /// - Returns: nil for a monitor, and for one whose name is none.
  init?(_ kind: AudioDevice.Kind, _ reader: inout PulseReader) throws(PulseProblem) {
    index = try reader.number()
    let name = try reader.text() ?? ""
    let description = try reader.text()
    try reader.skipSampleSpecification()
    try reader.skipChannelMap()
    _ = try reader.number()  // its module
    volumes = try reader.volumes()
    let isMuted = try reader.flag()
    // A sink's monitor, or the sink that a source is the monitor of.
    let other = try reader.number()
    _ = try reader.text()
    try reader.skipTime()
    _ = try reader.text()  // its driver
    _ = try reader.number()  // flags
    try reader.skipProperties()
    try reader.skipTime()
    guard AudioDevice.isValidName(name), kind == .sink || other == Self.none else { return nil }
    // Rounded, so that a widget that has set 0.55 reads 0.55.
    let volume = (Double(volumes.max() ?? 0) / Self.unamplified * 10_000).rounded() / 10_000
    // The reply to luawidget has a limit too.
    let text = description.flatMap { ServiceText.cleaned($0, limit: AudioDevice.maximumDescription) } ?? name
    device = AudioDevice(kind, name: name, description: text, volume: volume, isMuted: isMuted)
  }

  /// The volumes of the channels for another volume, with the same balance.
  func volumes(at volume: Double) -> [UInt32] {
    let new = (min(max(volume, 0), AudioDevice.maximumVolume) * Self.unamplified).rounded()
    let highest = Double(volumes.max() ?? 0)
    return volumes.map { UInt32(highest == 0 ? new : (Double($0) / highest * new).rounded()) }
  }
}
