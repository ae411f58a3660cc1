import WidgetHelpers
import WidgetServices
import WidgetSystem

/// The command line of `luawidget-notifier`.
package enum NotifierCommand {
  package static func run(arguments: [String]) -> Int32 {
    signal(SIGPIPE, SIG_IGN)
    switch arguments.first {
    // The program starting the notifier waits for this process, which starts the lasting one.
    case nil: return detach()
    case "--serve": return NotifierService.run(environment: environment)
    case "--attendant":
      AttendantService(environment: environment).run()
      return 0
    case "--services":
      guard let group = ServiceGroup(arguments: arguments.dropFirst()) else { return 2 }
      return ServiceHelper.run(group, environment: environment)
    case "--filter" where arguments.dropFirst() == [PulseFilter.word]:
      return FilterRelay.run(to: PulseFilter.connect(environment: environment), PulseFilter())
    case "--filter":
      guard arguments.count >= 3, let address = BusAddress.Kind(rawValue: arguments[1]),
        let group = ServiceGroup(arguments: arguments.dropFirst(2))
      else { return 2 }
      let bus = BusAddress(address, environment: environment)?.connect()
      return FilterRelay.run(to: bus, BusFilter(rules: group.rules(on: address)))
    case "--sandbox":
      NotifierService.enterSandbox()
      return probe(reading: arguments.dropFirst())
    case "--services-sandbox":
      ServiceHelper.enterSandbox()
      return probe(reading: arguments.dropFirst())
    default: return 2
    }
  }

  private static func probe(reading paths: ArraySlice<String>) -> Int32 {
    print(
      SandboxProbe.report(SandboxProbe.common + [SandboxProbe.localSocket, SandboxProbe.listening], reading: paths),
      terminator: "")
    return 0
  }

  static var executable: String? { HelperProgram.notifier.path }

  private static func detach() -> Int32 {
    guard let executable else { return 1 }
    let descriptor = NotifierProtocol.descriptor
    let launch = ProcessLaunch(
      executable, ["luawidget-notifier", "--serve"], environment: environment.map { "\($0.key)=\($0.value)" }.sorted(),
      descriptors: [descriptor: FileDescriptor(rawValue: descriptor)], group: .session, directory: "/", closesOthers: true)
    return (try? launch.start()) == nil ? 1 : 0
  }

  private static var environment: [String: String] {
    var result: [String: String] = [:]
    var entry = environ
    while let pointer = entry.pointee {
      let text = String(cString: pointer)
      if let equals = text.firstIndex(of: "=") { result[String(text[..<equals])] = String(text[text.index(after: equals)...]) }
      entry += 1
    }
    return result
  }
}
