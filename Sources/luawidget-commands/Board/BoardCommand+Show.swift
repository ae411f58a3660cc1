import ArgumentParser
import WidgetCommands
import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetServices
import WidgetSystem

extension BoardCommand {
  struct Show: RootedCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Show a board's widgets: position, id, file, and changes.",
      discussion: "The widgets' manifests run, so settings that a widget doesn't have and other mistakes are warnings.")

    @Flag(help: "As JSON.") var json = false
    @OptionGroup var board: BoardOption

    func run(in root: CompositionRoot) async throws {
      let location = try board.location(root)
      let file = try BoardFile(reading: location.path)
      let library = WidgetLibrary(environment: root.environment)
      ThemeWarning.write(file.theme.over(root.configuration.theme), environment: root.environment)
      let present = Swift.Set(
        file.entries.filter { (try? FileStatus(path: file.path(of: $0, in: library))) != nil }.map(\.id))
      for entry in file.entries where present.contains(entry.id) {
        guard let problem = await EntryProblem.text(of: entry, at: file.path(of: entry, in: library), in: root) else { continue }
        Console.standardError.write("warning: \(terminalSafe("\(entry.id): \(problem)"))\n")
      }
      if json {
        let entries = file.entries.map { Self.value($0, path: file.path(of: $0, in: library)) }
        return try Console.standardOutput.print(JSONText.write(.array(entries), indented: true) + "\n")
      }
      let numbers = file.entries.indices.map { "\($0 + 1)" }
      let (positions, ids) = (TableColumn(numbers), TableColumn(file.entries.map(\.id)))
      for (index, entry) in file.entries.enumerated() {
        let isMissing = !present.contains(entry.id)
        let details = [entry.file + (isMissing ? " (missing)" : "")] + Self.details(entry)
        try Console.standardOutput.print(
          "\(positions.padded(numbers[index]))  \(ids.padded(entry.id))  \(terminalSafe(details.joined(separator: ", ")))\n")
      }
      if file.entries.isEmpty {
        Console.standardError.write(
          """
          \((try? FileStatus(path: location.path)) == nil ? "there is no board \"\(board.name)\" yet" : "the board \"\(board.name)\" is empty")
            try: \(CommandText.text(["board", "add", "WIDGET"] + board.arguments)), or luawidget list for available widgets

          """
        )
      }
    }

    private static func details(_ entry: BoardEntry) -> [String] {
      var details = entry.settings.map { "\($0.name)=\($0.value)" }
      if let family = entry.family { details.append(family.rawValue) }
      if entry.isFullWidth { details.append("full width") }
      if let group = entry.group { details.append("in \(group)") }
      switch entry.refresh {
      case .every(let seconds): details.append("every \(CacheRow.duration(seconds))")
      case .never: details.append("never updated")
      case .cron(let text): details.append("updated at \"\(text)\"")
      case nil: break
      }
      details += entry.allow.map { "allows \($0)" }
      details += PlacementArgument.details(entry.placement)
      if entry.isHidden { details.append("hidden") }
      if entry.allowsRemoteControl { details.append("controlled from other machines too") }
      return details
    }

    private static func value(_ entry: BoardEntry, path: String) -> LuaValue {
      var fields: [String: LuaValue] = [
        "id": .string(entry.id), "has_explicit_id": .boolean(entry.hasExplicitID), "file": .string(entry.file),
        "path": .string(path), "hidden": .boolean(entry.isHidden),
        "set": .table(Dictionary(entry.settings.map { ($0.name, .string($0.value)) }) { $1 }),
        "allow": .array(entry.allow.map { .string($0.description) }),
      ]
      if let family = entry.family { fields["family"] = .string(family.rawValue) }
      if entry.isFullWidth { fields["full_width"] = .boolean(true) }
      if entry.allowsRemoteControl { fields["remote_control"] = .boolean(true) }
      if let group = entry.group { fields["group"] = .string(group) }
      if let anchor = entry.placement.anchor { fields["anchor"] = .string(anchor.rawValue) }
      if let margin = entry.placement.margin {
        fields["margin"] = .array([.integer(Int64(margin.horizontal)), .integer(Int64(margin.vertical))])
      }
      switch entry.placement.monitor {
      case .number(let number)?: fields["monitor"] = .integer(Int64(number))
      case .name(let name)?: fields["monitor"] = .string(name)
      case nil: break
      }
      switch entry.refresh {
      case .every(let seconds): fields["refresh"] = .number(seconds)
      case .never: fields["refresh"] = .string("never")
      case .cron(let text): fields["refresh"] = .table(["cron": .string(text)])
      case nil: break
      }
      return .table(fields)
    }
  }
}
