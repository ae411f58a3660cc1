import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetSurfaces

/// Checks the boards: their files, and their widgets' files, manifests and settings. Only the manifests run.
struct DoctorBoards {
  let root: CompositionRoot

  /// The most problematic widgets to list per board.
  private static let listed = 10

  /// - Returns: Whether all board files are usable.
  func check(_ report: inout DoctorReport) async -> Bool {
    report.section("Boards")
    let locations = BoardLocation.all(environment: root.environment)
    if locations.isEmpty { report.add(.note, "none", "luawidget board add WIDGET makes one") }
    let library = WidgetLibrary(environment: root.environment)
    var areFine = true
    for location in locations {
      do throws(BoardFileError) {
        await check(try BoardFile(reading: location.path), location, library, &report)
      } catch {
        areFine = false
        report.add(.broken, location.name, terminalSafe("\(error)"))
      }
    }
    return areFine
  }

  private func check(
    _ board: BoardFile, _ location: BoardLocation, _ library: WidgetLibrary, _ report: inout DoctorReport
  ) async {
    let count = board.entries.count
    report.add(.fine, location.name, terminalSafe("\(count) widget\(count == 1 ? "" : "s"), \(location.path)"))
    if let problem = ThemeImage.problem(of: board.theme.over(root.configuration.theme), environment: root.environment) {
      report.add(.limited, "\(location.name): theme", problem)
    }
    var problems: [(id: String, text: String)] = []
    for entry in board.entries {
      if let text = await EntryProblem.text(of: entry, at: board.path(of: entry, in: library), in: root) {
        problems.append((entry.id, text))
      }
    }
    for problem in problems.prefix(Self.listed) {
      report.add(.limited, "\(location.name): \(problem.id)", terminalSafe(problem.text))
    }
    if problems.count > Self.listed {
      report.add(.limited, location.name, "\(problems.count - Self.listed) more widgets have problems")
    }
  }
}
