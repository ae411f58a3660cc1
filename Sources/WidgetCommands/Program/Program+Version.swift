import CBuild
import WidgetModel

extension Program {
  /// The only place that has it: packages, the manual page and the list of works ask Scripts/version.
  package static let version = "0.2.0"

  /// The line that `--version` prints: the version, the commit, the kind of build and the API level.
  package static var fullVersion: String {
    var bytes: [UInt8] = []
    while case let byte = luawidget_build_byte(UInt32(bytes.count)), byte != 0 { bytes.append(UInt8(bitPattern: byte)) }
    return "luawidget \(version) (\(String(decoding: bytes, as: UTF8.self)), \(platform)), API level \(APILevel.current)"
  }

  private static var platform: String {
    #if os(Linux)
      let system = "linux"
    #else
      let system = "macos"
    #endif
    #if arch(x86_64)
      return system + " x86_64"
    #elseif arch(arm64)
      return system + " aarch64"
    #else
      return system
    #endif
  }
}
