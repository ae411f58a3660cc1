import WidgetHelpers
import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetServices

/// The settings form of a widget.
extension BoardServer {
  func changeSettings(_ fields: FormFields, _ visit: Visit, _ response: ResponseChannel) async {
    let id = fields["widget"] ?? ""
    guard let widget = await board.widgets.first(where: { $0.id == id }) else { return problem(404, "Not Found", response) }
    let values = Self.values(of: fields)
    do {
      try await board.changeSettings(of: id, to: values)
      if let family = fields["family"] {
        let new = WidgetFamily(rawValue: family)
        if new != widget.entry.family { try await board.edit(.setFamily(id: id, new)) }
      }
      // Of a tap with the old settings.
      notes[id] = nil
      done(visit, id: id, response)
    } catch Board.SettingsProblem.values(let problems) {
      await settingsPage(id: id, visit, problem: nil, typed: values, problems: problems, response)
    } catch let error as Board.SettingsProblem {
      await settingsPage(id: id, visit, problem: error.text, response)
    } catch {
      await settingsPage(id: id, visit, problem: "\(error)", response)
    }
  }

  private static func values(of fields: FormFields) -> [String: String] {
    var values: [String: String] = [:]
    for (name, value) in fields.pairs {
      // A box that is not checked sends nothing.
      if name.hasPrefix("box."), values[String(name.dropFirst(4))] == nil { values[String(name.dropFirst(4))] = "false" }
      if name.hasPrefix("set.") { values[String(name.dropFirst(4))] = value }
    }
    return values
  }
}
