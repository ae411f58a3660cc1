import ArgumentParser
import WidgetEngine
import WidgetRendering
import WidgetRuntime
import WidgetServices
import WidgetTerminal

/// `luawidget doctor`
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "What is in force on this machine, what is missing, and why it matters.",
    discussion: "Ends with 0 when widgets can run, whatever else is missing; else with 6.")

  func run() throws {
    let environment = ProcessEnvironment.current
    var report = DoctorReport(marks: TerminalCapabilities(environment: environment).isUTF8 ? ("✓", "✗", "·") : ("ok", "NO", "-"))
    let canRun = checkWorker(&report)
    let canStore = checkStores(&report, environment)
    checkTerminal(&report, environment)
    checkPrograms(&report, environment)
    Console.standardOutput.write(report.text)
    if !canRun || !canStore { throw Exit.internalError }
  }

  private func checkWorker(_ report: inout DoctorReport) -> Bool {
    report.section("Worker: what holds a script")
    guard let path = WorkerExecutable.find() else {
      report.add(.broken, "luawidget-worker", "is not beside luawidget: install both, for example with `make install`")
      return false
    }
    let confinement: WorkerConfinement
    do {
      let worker = try Worker(executable: path, budgets: Budgets(), seed: 0)
      confinement = worker.confinement
      worker.kill()
    } catch {
      report.add(.broken, "luawidget-worker", "does not start: \(error)")
      return false
    }
    report.add(.fine, confinement.lua, path)
    func measure(_ isInForce: Bool, _ name: String, _ why: String) { report.add(isInForce ? .fine : .missing, name, why) }
    measure(confinement.parentDeath, "parent-death signal", "no worker outlives luawidget")
    measure(confinement.noNewPrivileges, "no new privileges", "a worker can never gain rights")
    measure(confinement.notDumpable, "not dumpable", "other programs of yours cannot look into it")
    measure(confinement.limits, "limits", "no files, processes or core dumps")
    measure(confinement.addressSpace, "address space", "memory is limited by the kernel too")
    measure(
      confinement.landlock > 0, confinement.landlock > 0 ? "Landlock \(confinement.landlock)" : "Landlock",
      "no file can be opened, even by a crashed Lua")
    measure(confinement.seccomp, "seccomp", "all but twenty system calls are refused")
    return true
  }

  private func checkStores(_ report: inout DoctorReport, _ environment: [String: String]) -> Bool {
    report.section("Stores: what is kept")
    let things = StoredThings()
    var areFine = true
    func check(_ name: String, _ path: StorePath, _ read: () throws(StoreError) -> Void) {
      do {
        try read()
        guard case .file(let file) = path else { return }
        let folder = DoctorReport.nearestFolder(of: file)
        if DoctorReport.isWritable(folder) {
          report.add(.fine, name, terminalSafe(file))
        } else {
          report.add(.missing, name, "\(terminalSafe(folder)) cannot be written to: widgets run, and nothing is kept")
        }
      } catch {
        areFine = false
        report.add(.broken, name, terminalSafe("\(error)"))
      }
    }
    check("defaults", things.locations.defaults) { () throws(StoreError) in _ = try things.defaults.suites() }
    check("permissions", things.locations.defaults) { () throws(StoreError) in _ = try things.grants.list() }
    check("cache", things.locations.cache) { () throws(StoreError) in _ = try things.cache.instances() }
    check("snapshots", things.locations.snapshots) { () throws(StoreError) in _ = try things.snapshots.list() }
    return areFine
  }

  private func checkTerminal(_ report: inout DoctorReport, _ environment: [String: String]) {
    report.section("Terminal: what you see")
    let capabilities = TerminalCapabilities(environment: environment)
    report.add(
      capabilities.isUTF8 ? .fine : .missing, "UTF-8",
      capabilities.isUTF8 ? "by the locale" : "not by the locale: plain ASCII is shown")
    let depth =
      switch capabilities.color {
      case .none: "none (NO_COLOR, or TERM says so)"
      case .ansi16: "16"
      case .ansi256: "256"
      case .trueColor: "16 million"
      }
    report.add(capabilities.color == .none ? .missing : .fine, "colours", depth)
    if Console.standardOutput.isTerminal {
      let size = TerminalSize(of: 1, environment: environment)
      report.add(.fine, "size", "\(size.columns) columns, \(size.rows) rows")
    } else {
      report.add(.note, "size", "standard output is not a terminal")
    }
  }

  private func checkPrograms(_ report: inout DoctorReport, _ environment: [String: String]) {
    report.section("Programs: what widgets can ask for")
    let runner = SystemProgramRunner(home: environment["HOME"] ?? "/")
    #if os(macOS)
      let wanted = [("open", "opens URLs"), ("osascript", "shows notifications")]
    #else
      let wanted = [
        ("xdg-open", "opens URLs (package xdg-utils)"), ("notify-send", "shows notifications (package libnotify-bin)"),
      ]
    #endif
    for (name, why) in wanted {
      let path = runner.resolve(name)
      report.add(path == nil ? .missing : .fine, name, path ?? why)
    }
  }
}
