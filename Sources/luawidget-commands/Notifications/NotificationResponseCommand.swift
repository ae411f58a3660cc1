import ArgumentParser
import WidgetCommands
import WidgetHelpers
import WidgetHost
import WidgetModel
import WidgetRuntime
import WidgetServices
import WidgetSystem

/// `luawidget notification-response`: passes the user's response to the widget that sent the notification. Run by
/// `luawidget-notifier`, with the response on standard input.
struct NotificationResponseCommand: RootedCommand {
  static let configuration = CommandConfiguration(
    commandName: "notification-response", abstract: "Pass the response to a notification to its widget.", shouldDisplay: false)

  var serviceOptions: ServiceOptions { get throws { ServiceOptions() } }

  func run(in root: CompositionRoot) async throws {
    let bytes = (try? FileDescriptor.standardInput.readAll(limit: 64 << 10)) ?? []
    guard let value = try? MessagePack.decode(bytes), let response = NotificationResponse(wire: value) else {
      throw CommandFailure("standard input has no response to a notification")
    }
    guard let path = response.sender.path else { throw CommandFailure("the widget has no file") }
    do throws(Failure) {
      let script = try WidgetFile.script(path, FoundWidget(path: path))
      let configuration = configuration(for: response.sender, in: root)
      let session = WidgetSession(script: script, services: root.services, configuration: configuration)
      session.events.observe { event in
        if case .console(let line) = event { Console.standardError.write(ConsoleFormat(isQuiet: false).text(line) ?? "") }
      }
      let result = try await LeasedWidget(session, keeper: LeaseKeeper(oneUpdateIn: root, configuration)).run(
        .respond(response), context: root.latestContext(of: response.sender.instance, .action))
      await session.close()
      if result == .broughtUp { WidgetWindow.show(path, response.sender.settings, environment: root.environment) }
    } catch {
      Console.standardError.write(FailureReport(failure: error).message)
      throw Exit(error)
    }
    await root.services.fetcher.settle()
  }

  private func configuration(for sender: NotificationSender, in root: CompositionRoot) -> WidgetConfiguration {
    var configuration = WidgetConfiguration(
      assignments: sender.settings.map { Assignment($0.name, $0.value) }, locale: root.locale.identifier,
      timeZone: root.locale.timeZone, seed: nil)
    configuration.entryID = sender.entryID
    configuration.place = root.configuration.place
    configuration.budgets = configuration.budgets.set(to: root.configuration.limits)
    configuration.fetchLimit = root.configuration.limits.fetches ?? configuration.fetchLimit
    return configuration
  }
}
