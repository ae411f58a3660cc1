import Testing
import WidgetRuntime
import WidgetSystem

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
  func thread() {
    let counter = Counter()
    let threads = CallingThreadExecutor().run {
      async let child = counter.add()
      let own = await counter.add()
      await Task.yield()
      return [own, await child, pthread_self()]
    }
    #expect(threads.allSatisfy { pthread_equal($0, pthread_self()) != 0 })
  }

  @Test("it continues after work that ran on other threads")
  func otherThreads() {
    let executor = CallingThreadExecutor()
    for number in 1...20 {
      #expect(executor.run { await Task.detached { number }.value } == number)
    }
  }
}
