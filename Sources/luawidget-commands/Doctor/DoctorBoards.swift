import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetSurfaces

/// Checks the boards: their files, and the files of their widgets. No widget runs.
struct DoctorBoards {
  let environment: [String: String]
  /// The theme of config.toml.
  let theme: Theme

  /// The most problematic widgets to list per board.
  private static let listed = 10

  /// - Returns: Whether all board files are usable.
  func check(_ report: inout DoctorReport) -> Bool {
    report.section("Boards")
    let locations = BoardLocation.all(environment: environment)
    if locations.isEmpty { report.add(.note, "none", "luawidget board add WIDGET makes one") }
    let library = WidgetLibrary(environment: environment)
    var areFine = true
    for location in locations {
      do throws(BoardFileError) {
        check(try BoardFile(reading: location.path), location, library, &report)
      } catch {
        areFine = false
        report.add(.broken, location.name, terminalSafe("\(error)"))
      }
    }
    return areFine
  }

  private func check(_ board: BoardFile, _ location: BoardLocation, _ library: WidgetLibrary, _ report: inout DoctorReport) {
    let count = board.entries.count
    report.add(.fine, location.name, terminalSafe("\(count) widget\(count == 1 ? "" : "s"), \(location.path)"))
    if let problem = ThemeImage.problem(of: board.theme.over(theme), environment: environment) {
      report.add(.limited, "\(location.name): theme", problem)
    }
    var problems: [(id: String, text: String)] = []
    for entry in board.entries {
      do throws(Failure) { _ = try WidgetScript(path: board.path(of: entry, in: library)) } catch {
        problems.append((entry.id, error.message))
      }
    }
    for problem in problems.prefix(Self.listed) {
      report.add(.limited, "\(location.name): \(problem.id)", terminalSafe(problem.text))
    }
    if problems.count > Self.listed {
      report.add(.limited, location.name, "\(problems.count - Self.listed) more widgets cannot be read")
    }
  }
}
