import Testing
import WidgetRuntime
import WidgetSystem
import WidgetTesting

@Suite struct CallingThreadExecutorTests {
  /// An actor without an executor.
  private actor Counter {
    private(set) var count = 0
    func add() -> pthread_t {
      count += 1
      return pthread_self()
    }
  }

  @Test("tasks and actors run on the waiting thread, one after the other")
  func thread() async throws {
    let counter = Counter()
    let isSame = try await onOwnThread {
      let threads = CallingThreadExecutor().run {
        async let child = counter.add()
        let own = await counter.add()
        await Task.yield()
        return [own, await child, pthread_self()]
      }
      return threads.allSatisfy { pthread_equal($0, pthread_self()) != 0 }
    }
    #expect(isSame)
  }

  @Test("it continues after work that ran on other threads")
  func otherThreads() async throws {
    let numbers = try await onOwnThread {
      let executor = CallingThreadExecutor()
      return (1...20).map { number in executor.run { await Task.detached { number }.value } }
    }
    #expect(numbers == Array(1...20))
  }
}
