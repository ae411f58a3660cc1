import ArgumentParser
import WidgetCommands
import WidgetHost

/// A command that uses the user's configuration, the stores or the services.
///
/// `main` builds the composition root once and passes it to ``run(in:)``.
protocol RootedCommand: ParsableCommand {
  /// The arguments' choices about the services.
  ///
  /// - Throws: ``CommandFailure`` for an invalid argument.
  var serviceOptions: ServiceOptions { get throws }
  /// Whether problems of the stores are not reported.
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
