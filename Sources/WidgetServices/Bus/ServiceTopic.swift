/// Services whose changes can be listened for, each by itself.
public enum ServiceTopic: String, Sendable, CaseIterable {
  case media, audio, power, network, units
}

/// Something that has changed, or may have.
package struct ServiceChange: Sendable, Hashable {
  package var topic: ServiceTopic
  /// Such as the id of a media player.
  package var name: String

  package init(_ topic: ServiceTopic, _ name: String) {
    self.topic = topic
    self.name = name
  }
}
