package import NIOCore

/// Runs tasks on the thread of the connections.
///
/// A process whose tasks all run there needs no pool of threads. libdispatch's pool also reads `/proc`, which a sandbox refuses, and
/// traps when it cannot.
package final class EventLoopExecutor: TaskExecutor {
  private let loop: any EventLoop

  package init(_ loop: any EventLoop) { self.loop = loop }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
