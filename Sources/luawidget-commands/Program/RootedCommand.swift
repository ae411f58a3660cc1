public import ArgumentParser
import WidgetCommands
import WidgetHost
public import WidgetModel
public import WidgetServices
public import WidgetSurfaces

/// A command using the user's configuration, the stores or the services.
///
/// `main` builds the composition root once and passes it to ``run(in:)``.
protocol RootedCommand: ParsableCommand {
  /// The services chosen by the arguments.
  ///
  /// - Throws: ``CommandFailure`` for an invalid argument.
  var serviceOptions: ServiceOptions { get throws }
  /// Whether to keep quiet about store problems.
  var isQuiet: Bool { get }

  /// Reads config.toml.
  ///
  /// - Throws: `ConfigurationError`.
  func configuration(environment: [String: String]) throws -> UserConfiguration

  func run(in root: CompositionRoot) async throws
}

extension RootedCommand {
  var serviceOptions: ServiceOptions { get throws { ServiceOptions(network: .offline) } }
  var isQuiet: Bool { false }

  func configuration(environment: [String: String]) throws -> UserConfiguration {
    try UserConfiguration(environment: environment)
  }

  /// Builds the composition root for this command.
  func root() throws -> CompositionRoot {
    let environment = ProcessEnvironment.current
    return try CompositionRoot(
      environment: environment, configuration: configuration(environment: environment),
      options: serviceOptions, isQuiet: isQuiet)
  }
}

/// A command `luawidget` runs itself. This program describes it: its help, its completions, and what's wrong with its arguments.
struct ExplainedCommand<Arguments: CommandArguments>: ParsableCommand {
  @OptionGroup var arguments: TableArguments<Arguments>

  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: Arguments.name, abstract: Arguments.abstract, discussion: Arguments.discussion)
  }

  func run() throws {
    throw CommandFailure("internal error: the arguments are valid, but luawidget did not accept them", .internalError)
  }
}

extension ColorScheme: ExpressibleByArgument {}
extension TextSize: ExpressibleByArgument {}
extension Surface: ExpressibleByArgument {}
extension WidgetFamily: ExpressibleByArgument {}
extension Autostart.Host: ExpressibleByArgument {}
extension BarConfiguration.Program: ExpressibleByArgument {}
