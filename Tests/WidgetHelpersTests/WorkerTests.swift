import Testing
import WidgetModel
import WidgetSystem

@testable import WidgetHelpers

@Suite struct WorkerTests {
  /// A worker with a test's own prelude: the text is the body of `entries.run(...)`.
  private func worker(_ body: String, budgets: Budgets = Budgets()) throws -> Worker {
    let executable = try #require(HelperProgram.worker.path)
    let prelude = "local host = ... return { run = function(...) \(body) end }"
    return try Worker(
      executable: executable, prelude: Array(prelude.utf8), budgets: budgets, seed: 1)
  }

  private func run(_ worker: Worker, _ arguments: [LuaValue] = [], reply: HostReply = .value(.null)) throws -> LuaValue {
    try worker.call(
      "run", arguments, phase: .load, deadline: MonotonicTime.now() + 20, onLog: { _ in }, onHostCall: { _, _ in reply })
  }

  @Test("values survive a round trip through the worker")
  func roundTrip() throws {
    let worker = try worker("return ...")
    let values: [LuaValue] = [
      true, 1, .integer(.min), 0.5, "žluťoučký 🐎", LuaValue(stringBytes: [0xFF, 0]), [1, 2, 3], ["a": ["b": [0.25]]],
    ]
    for value in values { #expect(try run(worker, [value]) == value) }
  }

  @Test("a worker that is killed between two calls is reaped at once, and one that is cancelled too")
  func reaping() async throws {
    let killed = try worker("return 1")
    killed.reapWhenEnded()
    #expect(try run(killed) == 1)
    kill(killed.canceller.processID, SIGKILL)
    let cancelled = try worker("return 1")
    cancelled.reapWhenEnded()
    #expect(try run(cancelled) == 1)
    cancelled.canceller.cancel()
    for process in [killed.canceller.processID, cancelled.canceller.processID] {
      // A zombie still has its number.
      for _ in 0..<3_000 where Libc.kill(process, 0) == 0 { try await Task.sleep(for: .milliseconds(10)) }
      #expect(Libc.kill(process, 0) == -1)
    }
    #expect(throws: WorkerError.crashed(.signalled(SIGKILL))) { try run(killed) }
    #expect(throws: WorkerError.cancelled) { try run(cancelled) }
  }

  @Test("a host call blocks until its reply; a refusal is raised in the script")
  func hostCalls() throws {
    let worker = try worker("return { pcall(host.call, 'ask', 1) }")
    #expect(try run(worker, reply: .value("yes")) == [true, "yes"])
    #expect(try run(worker, reply: .refused("no")).array?.first == false)
    #expect(throws: WorkerError.aborted(Failure(.load, "enough"))) {
      try run(worker, reply: .abort(Failure(.load, "enough")))
    }
  }

  @Test("a result larger than a frame is refused in the script, and the worker stays usable")
  func largeReply() throws {
    let worker = try worker("return { pcall(host.call, 'ask', 1) }", budgets: Budgets(memory: 64 << 20))
    let large = LuaValue.string(String(repeating: "x", count: 8 << 20))
    #expect(
      try run(worker, reply: .value(large)) == [
        false, "ask: the result is too large: 8388616 bytes; the limit is 8 MiB",
      ])
    #expect(try run(worker, reply: .value("small")) == [true, "small"])
  }

  @Test("a result may have more values than a message of the worker")
  func manyValues() throws {
    let worker = try worker("return #host.call('ask')")
    #expect(try run(worker, reply: .value(.array(Array(repeating: .boolean(true), count: 200_000)))) == 200_000)
  }

  @Test("arguments larger than a frame are an internal error")
  func largeArguments() throws {
    let worker = try worker("return 1")
    let reason = "load: a message of 9437201 bytes to the worker is too large"
    #expect(throws: WorkerError.aborted(Failure(.internalError, reason))) {
      try run(worker, [LuaValue(stringBytes: [UInt8](repeating: 0xFF, count: 9 << 20))])
    }
  }

  @Test(
    "each cause of death is distinguished",
    arguments: [
      ("while true do end", WorkerError.killedCPU(.load, milliseconds: 50)),
      ("local t = {} for i = 1, 1e9 do t[i] = i end", .killedMemory(limit: 4 << 20)),
    ])
  func deaths(body: String, error: WorkerError) throws {
    let worker = try worker(body, budgets: Budgets(memory: 4 << 20, cpuMilliseconds: [.load: 50, .content: 50]))
    #expect(throws: error) { try run(worker) }
    #expect(throws: WorkerError.self) { try run(worker) }
  }

  @Test("the broker's work in host calls counts against the budget of the call, waiting doesn't")
  func hostWork() throws {
    func calls(_ count: Int, each work: @escaping () -> Void) throws -> LuaValue {
      let worker = try worker("for i = 1, \(count) do host.call('ask', i) end return 'done'")
      return try worker.call(
        "run", [], phase: .load, deadline: MonotonicTime.now() + 60, onLog: { _ in },
        onHostCall: { _, _ in
          work()
          return .value(.null)
        })
    }
    func burn(_ seconds: Double) {
      let start = ThreadTime.now()
      while ThreadTime.now() - start < seconds {}
    }
    #expect(try calls(3) { burn(0.1) } == "done")
    #expect(try calls(2) { usleep(400_000) } == "done")
    #expect(throws: WorkerError.killedHostCPU(.load, milliseconds: 2000, call: "ask")) { try calls(100) { burn(0.25) } }
  }

  @Test("cancelling from another thread ends an endless call")
  func cancel() async throws {
    let worker = try worker("host.call('ask') while true do end", budgets: Budgets(cpuMilliseconds: [.load: 60_000]))
    let canceller = worker.canceller
    #expect(throws: WorkerError.cancelled) {
      try worker.call(
        "run", [], phase: .load, deadline: MonotonicTime.now() + 60, onLog: { _ in },
        onHostCall: { _, _ in
          canceller.cancel()
          return .value(.null)
        })
    }
  }

  @Test("a worker that starts while its owner does something else serves the first call")
  func startedAhead() throws {
    let prelude = Array("return { run = function(...) return ... end }".utf8)
    let worker = try Worker(starting: #require(HelperProgram.worker.path), prelude: prelude, budgets: Budgets(), seed: 1)
    #expect(worker.sandbox.lua.isEmpty)
    #expect(try run(worker, [7]) == 7)
    #expect(worker.sandbox.lua.hasPrefix("Lua 5.4"))
  }

  @Test("a missing program is reported")
  func missing() {
    #expect(throws: WorkerError.cannotStart(path: "/nowhere/luawidget-worker", reason: "No such file or directory")) {
      _ = try Worker(executable: "/nowhere/luawidget-worker", budgets: Budgets(), seed: 0)
    }
  }
}
