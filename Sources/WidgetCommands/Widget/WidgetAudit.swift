import Synchronization
package import WidgetHost
package import WidgetModel
package import WidgetRuntime
package import WidgetServices

/// The permissions a widget requests and has. Only its manifest runs.
package struct WidgetAudit {
  package let script: WidgetScript
  package let identity: WidgetIdentity
  package let manifest: Manifest
  package let grants: Grants

  package let requested: [Permission]

  /// The lines written so far, by widget: a command may audit one twice.
  private static let written = Mutex<Set<String>>([])

  /// The names of the declared secrets.
  package var secrets: [String] { manifest.settings.filter { $0.isSecret }.map(\.name) }

  /// - Parameters:
  ///   - argument: A file, or a name.
  ///   - given: Permissions to grant and remember.
  package init(_ argument: String, given: [Permission] = [], in root: CompositionRoot) async throws {
    let found = WidgetFile.find(argument, environment: root.environment)
    found.reportProblem()
    do throws(Failure) {
      try await self.init(WidgetFile.script(argument, found), found.entry, given: given, in: root)
    } catch {
      throw Self.reported(error)
    }
  }

  /// - Parameters:
  ///   - argument: The argument as typed.
  ///   - found: The widget it names.
  ///   - entry: The entry as it is, or will be, on a board.
  package init(_ argument: String, _ found: FoundWidget, entry: BoardEntry, in root: CompositionRoot) async throws {
    do throws(Failure) {
      try await self.init(WidgetFile.script(argument, found), entry, given: [], in: root)
    } catch {
      throw Self.reported(error)
    }
  }

  /// - Parameter assignments: Settings for this run, which win over those of the entry.
  package init(_ argument: String, _ found: FoundWidget, assignments: [Assignment], in root: CompositionRoot) async throws {
    do throws(Failure) {
      try await self.init(WidgetFile.script(argument, found), found.entry, assignments: assignments, given: [], in: root)
    } catch {
      throw Self.reported(error)
    }
  }

  /// Audits a widget without writing anything; nil if it can't be read.
  ///
  /// - Parameter file: A file.
  package init?(quietly file: String, in root: CompositionRoot) async {
    let found = WidgetFile.find(file, environment: root.environment)
    do throws(Failure) {
      try await self.init(WidgetFile.script(file, found), found.entry, given: [], isQuiet: true, in: root)
    } catch { return nil }
  }

  /// Whether a decision about the widget still holds. Each was made about one manifest.
  package func holds(_ record: GrantRecord) -> Bool {
    let permission = record.permission
    if grants.rules.denies(permission) { return requested.contains(permission) }
    return record.isAllowed ? grants.allowed[permission] != nil : grants.denied.contains(permission)
  }

  private init(
    _ script: WidgetScript, _ entry: BoardEntry?, assignments: [Assignment] = [], given: [Permission], isQuiet: Bool = false,
    in root: CompositionRoot
  ) async throws(Failure) {
    var configuration = entry.map(root.configuration(for:)) ?? WidgetConfiguration()
    configuration.given += given
    configuration.claimsGroups = false
    configuration.assignments += assignments
    if !assignments.isEmpty { configuration.settingsLabel = "--set" }
    let widget = Widget(
      script: script, services: root.services, configuration: configuration,
      onConsole: { line in
        guard !isQuiet, Self.written.withLock({ $0.insert("\(script.resources.path)/\(script.chunkName) \(line.text)").inserted })
        else {
          return
        }
        if let text = ConsoleFormat().text(line) { Console.standardError.write(text) }
      })
    manifest = try await widget.readManifest()
    if let failure = await widget.misplacedManifest { throw failure }
    grants = await widget.grants
    requested = await widget.requestedPermissions
    identity = widget.identity
    self.script = script
    await widget.retire()
  }

  /// - Parameters:
  ///   - permissions: Permissions the user wants to allow.
  ///   - argument: The widget as typed.
  /// - Throws: ``CommandFailure`` for one that the widget doesn't request: allowing it grants nothing.
  package func check(requested permissions: [Permission], by argument: String) throws(CommandFailure) {
    // The host of a URL set by the user is allowed already.
    let known = requested + grants.allowed.keys.filter { !requested.contains($0) }
    for permission in permissions where permission.parts(of: known).isEmpty {
      throw Absence.failure(
        "\(argument) does not request \(permission)", "\(permission)", among: requested.map(\.description),
        none: "it requests nothing")
    }
  }

  /// Checks that the files of secrets can be read before their paths are stored. The widget itself checks other files.
  package func check(secretsIn assignments: [Assignment]) throws(Exit) {
    for assignment in assignments {
      guard let setting = manifest.settings.first(where: { $0.name == assignment.name && $0.isSecret }) else { continue }
      do throws(SettingsError) { try SettingsResolver.checkFile(of: setting, assignment.value) } catch {
        throw Self.reported(Failure(.usage, error.message(label: "set"), remedy: error.remedy(for: script.path)))
      }
    }
  }

  /// The assignments as a board has them: a list with what's added to it, and lists and locations in their shortest form.
  package func written(_ assignments: [Assignment]) -> [Assignment] { Assignment.written(assignments, for: manifest.settings) }

  private static func reported(_ failure: Failure) -> Exit {
    Console.standardError.write(FailureReport(failure: failure).message)
    return Exit(failure)
  }
}
