import ArgumentParser
import WidgetCommands
import WidgetGraphics
import WidgetHelpers
import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetServices
import WidgetSurfaces
import WidgetSystem

/// `luawidget doctor`
struct DoctorCommand: RootedCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Check the sandbox, the stores, your terminal and the programs on this machine.",
    discussion: """
      Exit status: 0 if widgets can run, even if something is missing; 6 if they can't, or if config.toml or a board has an error.
      """)

  @Flag(help: "Remove the old data it finds: from widgets whose file is gone, and from older versions.")
  var clean = false

  /// The user's configuration. A broken file is a finding, and everything else is checked with the defaults.
  func configuration(environment: [String: String]) -> UserConfiguration {
    (try? UserConfiguration(environment: environment)) ?? UserConfiguration()
  }

  func run(in root: CompositionRoot) async throws {
    if clean { return try removeOldData(root) }
    let environment = root.environment
    var report = DoctorReport(
      marks: TerminalCapabilities(environment: environment).isUTF8 ? ("✓", "✗", "·") : ("ok", "NO", "-"),
      columns: Console.standardOutput.isTerminal ? TerminalSize(of: 1, environment: environment).columns : nil)
    let canRun = checkWorker(&report)
    checkSandbox(
      &report, environment, "Fetcher", "luawidget-fetcher", reading: [],
      ifMissing: "widgets cannot use the network")
    checkSandbox(
      &report, environment, "Painter", "luawidget-painter", reading: ["/etc/passwd"],
      ifMissing: "no images and no PNG, SVG or PDF")
    #if os(Linux)
      checkSandbox(
        &report, environment, "Notifier", "luawidget-notifier", reading: ["/etc/passwd"],
        ifMissing: "no notifications on the desktop")
    #endif
    checkSandbox(
      &report, environment, "Server", "luawidget-server", reading: ["/etc/passwd"],
      ifMissing: "no web page (serve)")
    #if os(Linux)
      checkDesktop(&report, environment)
    #endif
    let canStore = checkStores(&report, root)
    if canStore { try listOldData(&report, root) }
    listFolders(&report, WidgetLibrary(environment: environment))
    let isConfigured = checkConfiguration(&report, environment)
    let areBoardsFine = await DoctorBoards(root: root).check(&report)
    checkLocale(&report, root.locale)
    checkTerminal(&report, environment)
    checkPrograms(&report, environment)
    try Console.standardOutput.print(report.text)
    if !canRun || !canStore || !isConfigured || !areBoardsFine { throw Exit.internalError }
  }

  /// Where widgets are found by name.
  private func listFolders(_ report: inout DoctorReport, _ library: WidgetLibrary) {
    report.section("Widgets found by name")
    for (folders, words) in [(library.folders, "widgets"), (library.examples, "examples")] {
      for folder in folders {
        let count = WidgetLibrary(home: nil, folders: [folder]).items().count
        let isLost = count == 0 && InstalledFiles.folders.contains { folder.hasPrefix($0 + "/") }
        report.add(
          isLost ? .limited : .note, words,
          (count == 0 ? "none in \(terminalSafe(folder))" : "\(count) in \(terminalSafe(folder))")
            + (isLost ? "; \(HelperProgram.installation)" : ""))
      }
    }
  }

  private func checkWorker(_ report: inout DoctorReport) -> Bool {
    report.section("Worker: sandbox features")
    guard let path = HelperProgram.worker.path else {
      report.add(.broken, "luawidget-worker", "\(HelperProgram.notFound); \(HelperProgram.installation)")
      return false
    }
    let sandbox: WorkerSandbox
    do {
      let worker = try Worker(executable: path, budgets: Budgets(), seed: 0)
      sandbox = worker.sandbox
      worker.kill()
    } catch {
      report.add(.broken, "luawidget-worker", "does not start: \(terminalSafe(Failure(error, script: nil).message))")
      return false
    }
    report.add(.fine, sandbox.lua, path)
    func feature(_ isActive: Bool, _ name: String, _ effect: String) { report.add(isActive ? .fine : .missing, name, effect) }
    feature(sandbox.parentDeath, "parent-death signal", "workers end with luawidget")
    feature(sandbox.noNewPrivileges, "no new privileges", "workers cannot gain privileges")
    feature(sandbox.notDumpable, "not dumpable", "your other programs cannot read its memory")
    feature(sandbox.limits, "limits", "no files, processes or core dumps")
    feature(sandbox.addressSpace, "address space", "the kernel limits memory too")
    feature(
      sandbox.landlock > 0, sandbox.landlock > 0 ? "Landlock \(sandbox.landlock)" : "Landlock",
      "no file can be opened, even by a compromised worker")
    feature(sandbox.seccomp, "seccomp", "only about twenty system calls are allowed")
    return true
  }

  private func missing(_ report: inout DoctorReport, _ program: String, _ effect: String) {
    report.add(.missing, program, "\(effect); \(HelperProgram.installation)")
  }

  /// Makes a program try whatever its sandbox refuses, and report it.
  ///
  /// - Parameter paths: Files it shouldn't be able to read, besides the home folder.
  private func checkSandbox(
    _ report: inout DoctorReport, _ environment: [String: String], _ title: String, _ program: String, reading paths: [String],
    ifMissing effect: String
  ) {
    report.section("\(title): what its sandbox refuses")
    guard let path = HelperProgram(rawValue: program)?.path else { return missing(&report, program, effect) }
    let home = UserFolders(environment: environment).home ?? "/"
    do throws(ProgramError) {
      let result = try SystemProgramRunner(home: home).run(
        path, ["--sandbox"] + paths + [home], deadline: 5, isCancelled: { false })
      let lines = String(decoding: result.output, as: UTF8.self).split(separator: "\n")
      guard result.status == 0, !lines.isEmpty else {
        return report.add(.limited, program, unloaded(result) ?? "ended with status \(result.status)")
      }
      for line in lines {
        let parts = line.split(separator: "\t").map(String.init)
        guard parts.count == 2 else { continue }
        if parts == ["fonts", "none"] {
          report.add(.limited, "fonts", "none are installed: \(Rendering.fontless)")
          continue
        }
        report.add(parts[1] == "refused" ? .fine : .note, terminalSafe(parts[0]), parts[1])
      }
    } catch {
      report.add(.limited, program, "does not start: \(terminalSafe("\(error)"))")
    }
  }

  /// Why the dynamic linker couldn't load a program; nil if it could.
  private func unloaded(_ result: ProgramResult) -> String? {
    guard result.status == Int(HelperProblem.unloadedStatus) else { return nil }
    // PROGRAM: error while loading shared libraries: libgtk-3.so.0: cannot open shared object file: ...
    let parts = String(decoding: result.errors, as: UTF8.self).split(separator: "libraries: ", maxSplits: 1)
    let library = parts.count == 2 ? parts[1].prefix { $0 != ":" && !$0.isWhitespace } : ""
    return library.isEmpty
      ? "a library that it needs is missing or too old"
      : "the library \(terminalSafe(String(library), limit: 80)) is missing or too old; your distribution has it"
  }

  #if os(Linux)
    /// Checks what the display allows, as seen by the program that would use it.
    private func checkDesktop(_ report: inout DoctorReport, _ environment: [String: String]) {
      report.section("Desktop")
      guard let path = HelperProgram.desktop.path else {
        let text = "not installed: no cards on the desktop; \(HelperProgram.desktopInstallation)"
        return report.add(.note, "luawidget-desktop", text)
      }
      do throws(ProgramError) {
        let result = try SystemProgramRunner(
          home: UserFolders(environment: environment).home ?? "/", variables: SystemURLOpener.variables(of: environment)
        ).run(path, ["--check"], deadline: 10, isCancelled: { false })
        if let problem = unloaded(result) { return report.add(.limited, "luawidget-desktop", problem) }
        for line in String(decoding: result.output, as: UTF8.self).split(separator: "\n") {
          let parts = line.split(separator: "\t").map(String.init)
          guard parts.count == 2 else { continue }
          report.add(result.status == 0 ? .fine : .note, terminalSafe(parts[0]), terminalSafe(parts[1]))
        }
      } catch {
        report.add(.limited, "luawidget-desktop", "does not start: \(terminalSafe("\(error)"))")
      }
    }
  #endif

  private func checkStores(_ report: inout DoctorReport, _ root: CompositionRoot) -> Bool {
    report.section("Stores")
    let (stores, locations) = (root.stores, root.locations)
    var areFine = true
    // By folder: several stores share one.
    var obstacles: [String: String?] = [:]
    func check(_ name: String, _ path: StorePath, isFolder: Bool = false, _ read: () throws(StoreError) -> Void) {
      do {
        try path.check(isFolder: isFolder)
        try read()
        guard case .file(let file) = path else { return }
        let folder = FileStatus.nearestFolder(of: file)
        let obstacle = obstacles[folder] ?? DoctorReport.obstacle(in: folder)
        obstacles[folder] = obstacle
        if let obstacle {
          report.add(
            .limited, name, "\(terminalSafe(obstacle)): nothing is stored; widgets are shown, and forget what they store")
        } else {
          report.add(.fine, name, terminalSafe(file))
        }
      } catch {
        areFine = false
        report.add(.broken, name, terminalSafe("\(error)"))
      }
    }
    check("defaults", locations.defaults) { () throws(StoreError) in _ = try stores.defaults.suites() }
    check("permissions", locations.defaults) { () throws(StoreError) in _ = try stores.grants.list() }
    check("permissions log", locations.audit, isFolder: true) { () throws(StoreError) in _ = try stores.audit.events() }
    check("cache", locations.cache) { () throws(StoreError) in _ = try stores.cache.instances() }
    check("snapshots", locations.snapshots) { () throws(StoreError) in _ = try stores.snapshots.list() }
    check("scheduled notifications", locations.scheduledNotifications, isFolder: true) { () throws(StoreError) in
      _ = try stores.scheduledNotifications.all()
    }
    check("containers", locations.containers, isFolder: true) { () throws(StoreError) in
      do throws(ContainerError) {
        _ = try stores.containers.list(nil, in: "group.doctor")
      } catch {
        if case .store(let error) = error { throw error }
      }
    }
    check("secret files", locations.secrets, isFolder: true) { () throws(StoreError) in
      do throws(SecretError) { _ = try stores.secrets.names() } catch {
        if case .unavailable(let location, let reason) = error { throw .unavailable(location, reason: reason) }
      }
    }
    return areFine
  }

  private func checkConfiguration(_ report: inout DoctorReport, _ environment: [String: String]) -> Bool {
    report.section("Configuration")
    do {
      let configuration = try UserConfiguration(environment: environment)
      report.add(.fine, "config.toml", "valid, or absent")
      for entry in configuration.proxies.uselessExceptions {
        report.add(
          .broken, "no_proxy",
          "\"\(terminalSafe(entry))\" is ignored; write a host, an address, an address block or \"*\", without port or scheme")
      }
      return true
    } catch {
      report.add(.broken, "config.toml", terminalSafe("\(error)"))
      return false
    }
  }

  private func listOldData(_ report: inout DoctorReport, _ root: CompositionRoot) throws {
    let old = try OldData(root.stores)
    guard !old.items.isEmpty else { return }
    report.section("Old data (remove it with: luawidget doctor --clean)")
    for item in old.items { report.add(.note, terminalSafe(item.name), terminalSafe(item.explanation)) }
  }

  private func removeOldData(_ root: CompositionRoot) throws {
    let old = try OldData(root.stores)
    for item in old.items {
      try old.remove(item)
      try Console.standardOutput.print("removed: \(terminalSafe("\(item.name), \(item.explanation)"))\n")
    }
    if old.items.isEmpty { Console.standardError.write("there is no old data\n") }
  }

  private func checkLocale(_ report: inout DoctorReport, _ locale: UserLocale) {
    report.section("Language and time zone")
    let problems = locale.problems
    if problems.isEmpty { report.add(.fine, terminalSafe(locale.identifier), terminalSafe(locale.timeZone)) }
    for problem in problems { report.add(.note, "unknown", terminalSafe(problem)) }
  }

  private func checkTerminal(_ report: inout DoctorReport, _ environment: [String: String]) {
    report.section("Terminal")
    let capabilities = TerminalCapabilities(environment: environment)
    report.add(
      capabilities.isUTF8 ? .fine : .limited, "UTF-8",
      capabilities.isUTF8 ? "set by the locale" : "not set by the locale: output is ASCII")
    let depth =
      switch capabilities.color {
      case .none: "none (because of NO_COLOR or TERM)"
      case .ansi16: "16"
      case .ansi256: "256"
      case .trueColor: "16 million"
      }
    report.add(capabilities.color == .none ? .limited : .fine, "colours", depth)
    if Console.standardOutput.isTerminal {
      let size = TerminalSize(of: 1, environment: environment)
      report.add(.fine, "size", "\(size.columns) columns, \(size.rows) rows")
    } else {
      report.add(.note, "size", "standard output is not a terminal")
    }
  }

  private func checkPrograms(_ report: inout DoctorReport, _ environment: [String: String]) {
    report.section("Programs for widgets to use")
    let runner = SystemProgramRunner(home: UserFolders(environment: environment).home ?? "/")
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
