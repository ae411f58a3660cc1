import CLinux
import WidgetHelpers
import WidgetSystem

/// The restrictions a painter sets for itself before reading the first request, because a decoder may have defects.
enum PainterSandbox {
  /// CPU seconds per request. The client stops waiting earlier; this limit works without one.
  static let processorSeconds: rlim_t = 20
  private static let addressSpace: rlim_t = 1 << 30

  /// - Parameter fontFolders: The user's, and our own. The system's are below folders that are always readable.
  static func enter(fontFolders: [String]) {
    HelperLimits.enter(openFiles: 64, addressSpace: addressSpace)
    #if os(Linux)
      let paths = fontFolders.map { strdup($0) }
      defer { paths.forEach { free($0) } }
      let pointers = paths.map { UnsafePointer<CChar>($0) }
      pointers.withUnsafeBufferPointer { lw_enter_helper_sandbox(lw_painter_policy(), $0.baseAddress, Int32($0.count)) }
    #endif
  }

  /// Starts the CPU time of the next request.
  static func beginRequest() {
    guard let used = Libc.processorSeconds() else { return }
    Libc.limit(RLIMIT_CPU, to: rlim_t(max(0, used)) + processorSeconds + 1, hard: false)
  }
}
