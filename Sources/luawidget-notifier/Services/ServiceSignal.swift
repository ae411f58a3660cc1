import WidgetServices

/// A signal that means a change, and the rule by which the bus is asked for it.
struct ServiceSignal {
  let topic: ServiceTopic
  /// The data of the widget's event.
  let name: String
  let bus: BusCall.Bus
  let rule: String
  var isOwnerChange = false
  /// A call without which the service sends no signals.
  var prerequisite: BusCall?

  /// The properties of an object, or of all objects below a path.
  static func properties(
    _ topic: ServiceTopic, _ name: String, _ bus: BusCall.Bus, _ service: String, _ path: String, below: Bool = false
  ) -> ServiceSignal {
    ServiceSignal(
      topic: topic, name: name, bus: bus,
      rule: "type='signal',sender='\(service)',\(below ? "path_namespace" : "path")='\(path)',interface='\(BusCall.properties)',"
        + "member='PropertiesChanged'")
  }

  /// A service that comes or goes.
  static func owner(_ topic: ServiceTopic, _ name: String, _ bus: BusCall.Bus, _ service: String) -> ServiceSignal {
    let daemon = "org.freedesktop.DBus"
    return ServiceSignal(
      topic: topic, name: name, bus: bus,
      rule: "type='signal',sender='\(daemon)',path='/org/freedesktop/DBus',interface='\(daemon)',member='NameOwnerChanged',"
        + "arg0='\(service)'", isOwnerChange: true)
  }
}
