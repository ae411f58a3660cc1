import WidgetHelpers
import WidgetModel
import WidgetSystem

/// A worker that packs XML, for tests of what the broker does with packed documents.
public final class XMLWorker {
  private let worker: Worker

  public init() throws {
    let prelude = "local host = ... return { pack = function(...) return (host.xml.pack(...)) end }"
    worker = try Worker(
      executable: HelperProgram.worker.path ?? "luawidget-worker", prelude: Array(prelude.utf8),
      budgets: .withoutHurry(memory: 128 << 20), seed: 1)
  }

  /// The packed document, or nil when the text isn't XML.
  public func pack(_ text: [UInt8], charset: String? = nil) throws -> [UInt8]? {
    try worker.call(
      "pack", [LuaValue(stringBytes: text), LuaValue(charset)], phase: .load, deadline: MonotonicTime.now() + 600,
      onLog: { _ in }, onHostCall: { _, _ in .refused("no host calls") }
    ).stringBytes
  }
}
