/// Opens URLs in the user's default program.
public protocol URLOpener: Sendable {
  /// - Parameter url: Checked: an absolute URL of an allowed scheme, without spaces and control characters.
  func open(_ url: String) throws(ProgramError)
}

/// `xdg-open`, or `open` on macOS. The URL is one argument, and no shell sees it.
public struct SystemURLOpener: URLOpener {
  private let runner: any ProgramRunner

  public init(runner: any ProgramRunner) { self.runner = runner }

  public func open(_ url: String) throws(ProgramError) {
    #if os(macOS)
      let name = "open"
    #else
      let name = "xdg-open"
    #endif
    guard let path = runner.resolve(name) else {
      throw .cannotStart(path: name, reason: "it is not installed")
    }
    let result = try runner.run(path, [url], deadline: 10, isCancelled: { false })
    guard result.status == 0 else { throw .failed(path: name, status: result.status) }
  }
}
