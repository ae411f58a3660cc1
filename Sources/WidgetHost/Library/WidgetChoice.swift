import WidgetSystem

/// A widget you can add to a board, or a folder that may contain some.
public struct WidgetChoice: Sendable, Equatable {
  /// The text to type for it: a name in a folder of widgets, or a path. A folder's ends with a slash.
  public var text: String
  /// The path of the widget; nil for a folder.
  public var path: String?

  public init(_ text: String, path: String?) {
    self.text = text
    self.path = path
  }
}

extension WidgetLibrary {
  /// The most choices.
  private static let maximumChoices = 500

  /// The widgets whose names contain what's been typed so far, starting with those that begin with it; the
  /// examples too, once something is typed. For a path, the widgets and folders in its folder.
  ///
  /// - Parameter workingFolder: Where relative paths start. Its scripts, and those in its `widgets` folder, are choices too.
  public func choices(for text: String, workingFolder: String) -> [WidgetChoice] {
    if text == "~" { return choices(inFolderOf: "~/", workingFolder) }
    if text.contains("/") { return choices(inFolderOf: text, workingFolder) }
    let known = text.isEmpty ? items() : items() + exampleItems()
    var choices = known.map { WidgetChoice($0.name, path: $0.path) }
    for folder in ["./", "./widgets/"] {
      choices += self.choices(inFolderOf: folder, workingFolder).filter { $0.path != nil }
    }
    let wanted = text.lowercased()
    func name(_ choice: WidgetChoice) -> String { (choice.text.split(separator: "/").last.map(String.init) ?? "").lowercased() }
    let matching = choices.filter { wanted.isEmpty || name($0).contains(wanted) }
    return matching.filter { name($0).hasPrefix(wanted) } + matching.filter { !name($0).hasPrefix(wanted) }
  }

  /// The path of the widget named by a text; nil if there is none.
  public func path(typed text: String, workingFolder: String) -> String? {
    guard text.contains("/") || text.hasSuffix(".lua") else { return path(text) }
    let full = absolute(text, workingFolder)
    let slash = full.lastIndex(of: "/") ?? full.startIndex
    return Self.path(String(full[slash...].dropFirst()), in: String(full[..<slash]))
  }

  /// A file as a board names it: a widget's name in a folder of widgets, or else an absolute path, or one below the home folder.
  public func reference(to file: String, on location: BoardLocation) -> String {
    if let folder = (folders + examples).first(where: { file.hasPrefix($0 + "/") }) {
      let name = String(file.dropFirst(folder.count + 1))
      if BoardFile(path: location.path, entries: []).path(of: BoardEntry(file: name), in: self) == file { return name }
    }
    let path = AbsolutePath.of(file)
    guard let home, home != "/", path.hasPrefix(home + "/") else { return path }
    return "~" + path.dropFirst(home.count)
  }

  private func absolute(_ text: String, _ workingFolder: String) -> String {
    if text.hasPrefix("/") { return text }
    if text.hasPrefix("~/"), let home { return home + text.dropFirst() }
    return "\(workingFolder)/\(text.hasPrefix("./") ? String(text.dropFirst(2)) : text)"
  }

  private func choices(inFolderOf text: String, _ workingFolder: String) -> [WidgetChoice] {
    guard let slash = text.lastIndex(of: "/") else { return [] }
    let (typed, start) = (String(text[...slash]), text[slash...].dropFirst().lowercased())
    let folder = String(absolute(typed, workingFolder).dropLast())
    let names = (try? Directory.names(at: folder.isEmpty ? "/" : folder, limit: 10_000)) ?? []
    var choices: [WidgetChoice] = []
    for name in names.sorted() where !name.hasPrefix(".") && name.lowercased().hasPrefix(start) {
      let path = "\(folder)/\(name)"
      let kind = (try? FileStatus(path: path))?.kind
      let isWidget = kind == .directory ? (try? FileStatus(path: path + "/main.lua")) != nil : name.hasSuffix(".lua")
      if isWidget, kind != nil { choices.append(WidgetChoice(typed + name, path: path)) }
      if !isWidget, kind == .directory { choices.append(WidgetChoice(typed + name + "/", path: nil)) }
      if choices.count == Self.maximumChoices { break }
    }
    return choices
  }
}
