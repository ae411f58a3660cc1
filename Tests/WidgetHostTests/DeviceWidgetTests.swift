import Testing
import WidgetHost
import WidgetModel
import WidgetServices
import WidgetTesting

@testable import WidgetRuntime

/// `device` through the real worker and broker.
@Suite struct DeviceWidgetTests {
  private func printed(_ update: String, permissions: String = "device = true") async -> (text: String, failure: Failure?) {
    let widget = TestWidget(
      "widget { permissions = { \(permissions) } } function perform_update() \(update) return update_result.new_data end")
    let failure = await widget.failure()
    guard case .text(let text) = await widget.session.snapshot?.view?.content else { return ("", failure) }
    return (text, failure)
  }

  @Test("cpu gives the share of all cores and of each")
  func processor() async {
    let (text, _) = await printed("local c = device.cpu() print(c.total, #c.cores, c.cores[1], c.cores[2])")
    #expect(text == "0.375\t2\t0.5\t0.25")
  }

  @Test("network lists the interfaces with bytes as integers")
  func network() async {
    let (text, _) = await printed(
      "for _, i in ipairs(device.network()) do print(i.name, i.received, math.type(i.sent), i.up) end")
    #expect(text == "eth0\t2000000\tinteger\ttrue")
  }

  @Test("processes are sorted by load, and the requested number is returned")
  func processes() async {
    let (text, _) = await printed(
      """
      for _, p in ipairs(device.processes()) do print(p.name, p.pid, p.cpu, p.memory) end
      print(#device.processes(1))
      """)
    #expect(text == "compiler\t42\t0.75\t300000000\nbrowser\t7\t0.25\t900000000\n1")
  }

  @Test(
    "an invalid count is an error",
    arguments: [
      ("0", "device.processes: count must be an integer from 1 to 1000, got number 0"),
      ("-1", "device.processes: count must be an integer from 1 to 1000, got number -1"),
      ("1001", "device.processes: count must be an integer from 1 to 1000, got number 1001"),
      ("2.5", "device.processes: count must be an integer, got number 2.5"),
      ("'all'", "device.processes: count must be an integer, got string \"all\""),
    ])
  func count(_ argument: String, _ message: String) async {
    #expect(await printed("device.processes(\(argument))").failure?.message == message)
  }

  @Test("every metric is a permission, a manifest may name it, and exactly one function requires it")
  func permissions() throws {
    let required = HostAPI.metrics
    #expect(required.sorted() == DeviceMetric.allCases.map(\.rawValue).sorted())
    for metric in DeviceMetric.allCases {
      let manifest = try ManifestDecoder.decode(["permissions": ["device": [.string(metric.rawValue)]]])
      #expect(manifest.permissions.device == [metric.rawValue])
      #expect(Permission("device=\(metric.rawValue)") == .device(metric.rawValue))
    }
    #expect(Permission("device=bogus") == nil)
    #expect(Permission("device=*") == .device("*"))
  }

  @Test("a metric that the manifest does not name is refused", arguments: DeviceMetric.allCases)
  func refused(_ metric: DeviceMetric) async {
    let failure = await printed("device.\(metric.rawValue)()", permissions: "").failure
    #expect(failure?.kind == .denied)
    #expect(
      failure?.message.contains("device \"\(metric.rawValue)\" (not in the manifest)") == true, "\(String(describing: failure))")
  }
}
