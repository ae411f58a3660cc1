import Testing
import WidgetHelpers
import WidgetSystem
import WidgetTesting

@testable import WidgetServices

/// The program `luawidget-fetcher`: its life, its sandbox, and what it carries.
@Suite(.timeLimit(.minutes(5))) struct FetcherServiceTests {
  private let process = FetcherProcess(executable: TestedTransport.fetcherExecutable)

  @Test("many requests at once share one process")
  func concurrent() async throws {
    let fetcher = NetworkFetcher(transport: process)
    try await withLoopbackServer { server async throws in
      server.on("/", .text("x").delayed(milliseconds: 50))
      let requests = [FetchRequest](repeating: FetchRequest(server.url("/")), count: 60)
      for result in await fetcher.fetchAll(requests, limit: 60, policy: server.policy) {
        #expect(try result.get().body == Array("x".utf8))
      }
    }
  }

  @Test("long bodies in both directions arrive complete, and a short response does not wait for them")
  func longBodies() async throws {
    let fetcher = NetworkFetcher(transport: process)
    try await withLoopbackServer { server async throws in
      let long = [UInt8]((0..<(1 << 20)).map { UInt8(truncatingIfNeeded: $0 >> 3) })
      server.on("/long", .response(long))
      server.on("/short", .text("x"))
      server.on("/post", .text("ok"))
      let requests = ["/long", "/short", "/long", "/short"].map { FetchRequest(server.url($0), timeout: 30) }
      let results = await fetcher.fetchAll(requests, policy: server.policy)
      #expect(try results.map { try $0.get().body } == [long, Array("x".utf8), long, Array("x".utf8)])
      let post = FetchRequest(server.url("/post"), method: "POST", body: long, timeout: 30)
      #expect(try await fetcher.fetch(post, policy: server.policy).status == 200)
      #expect(server.requests.last?.body == long)
    }
  }

  @Test("a fetcher ends when its broker is gone, however that ended")
  func orphaned() throws {
    let ends = try FrameChannel.pair()
    let socket = FileDescriptor(rawValue: ends.theirs)
    let child = SpawnedProcess(
      pid: try Spawner.start(
        ProcessLaunch(TestedTransport.fetcherExecutable, ["luawidget-fetcher"], descriptors: [0: socket])))
    socket.close()
    var channel = FrameChannel(descriptor: ends.ours)
    let deadline = MonotonicTime.now() + 120
    try channel.send(FetcherRequest.hello(version: FetcherProtocol.version, .system).encoded, deadline: deadline)
    // It has started when it greets.
    _ = try channel.receive(deadline: deadline)
    #expect(!child.hasEnded)
    _ = consume channel
    #expect(child.wait() == .exited(status: 0))
  }

  @Test(
    "a fetcher ends when its broker sends what is not a request",
    arguments: [[1, 0, 0, 0, 0xC1], [255, 255, 255, 127]] as [[UInt8]])
  func invalid(_ bytes: [UInt8]) throws {
    let ends = try FrameChannel.pair()
    let socket = FileDescriptor(rawValue: ends.theirs)
    let child = SpawnedProcess(
      pid: try Spawner.start(
        ProcessLaunch(TestedTransport.fetcherExecutable, ["luawidget-fetcher"], descriptors: [0: socket])))
    socket.close()
    try FileDescriptor(rawValue: ends.ours).writeAll(bytes)
    #expect(child.wait() == .exited(status: 1))
    Libc.close(ends.ours)
  }

  @Test("stopping the transport ends the process; dropping it too")
  func stops() async throws {
    var id: Int32 = 0
    do {
      let process = FetcherProcess(executable: TestedTransport.fetcherExecutable)
      _ = try? await process.addresses(of: "localhost")
      id = try #require(process.processID)
    }
    while Libc.kill(id, 0) == 0 { try await Task.sleep(for: .milliseconds(5)) }
    _ = try? await process.addresses(of: "localhost")
    id = try #require(process.processID)
    await process.shutdown()
    while Libc.kill(id, 0) == 0 { try await Task.sleep(for: .milliseconds(5)) }
    await #expect(throws: ResolverError.cancelled) { try await process.addresses(of: "localhost") }
  }

  #if os(Linux)
    private func text(_ path: String) throws -> String {
      let file = try FileDescriptor.open(path, O_RDONLY)
      defer { file.close() }
      return String(decoding: try file.readAll(limit: 1 << 16), as: UTF8.self)
    }

    @Test("it cannot gain privileges or dump core, and a filter refuses other system calls")
    func restrictions() async throws {
      _ = try? await process.addresses(of: "localhost")
      let id = try #require(process.processID)
      let status = try text("/proc/\(id)/status")
      #expect(status.contains("NoNewPrivs:\t1") && status.contains("Seccomp:\t2"))
      let limits = try text("/proc/\(id)/limits").split(separator: "\n")
      func limit(_ name: String) -> String? {
        limits.first { $0.hasPrefix(name) }?.dropFirst(26).split(separator: " ").prefix(2).joined(separator: " ")
      }
      #expect(limit("Max core file size") == "0 0" && limit("Max file size") == "0 0")
      #expect(limit("Max open files") == "1024 1024" && limit("Max address space") == "4294967296 4294967296")
    }

    @Test("its environment has only what configures the resolver")
    func environment() async throws {
      let folder = TestFolder()
      let output = folder("environment")
      let script = folder("fetcher")
      try writeScript("#!/bin/sh\nenv > \(output)\n", to: script)
      _ = try? await FetcherProcess(executable: script, environment: ["RES_OPTIONS": "attempts:1", "HOME": "/x", "SECRET": "y"])
        .addresses(of: "a.example")
      let lines = try text(output).split(separator: "\n").filter { !$0.hasPrefix("PWD=") && !$0.hasPrefix("_=") }
      #expect(lines == ["RES_OPTIONS=attempts:1"])
    }

    @Test(
      "it reads certificates and the configuration of the resolver, and nothing of the user; it neither writes, listens nor starts programs"
    )
    func attempts() throws {
      let folder = TestFolder()
      let secret = folder("private")
      try FileDescriptor.open(secret, O_WRONLY | O_CREAT, mode: 0o600).close()
      let output = try Pipe()
      let launch = ProcessLaunch(
        TestedTransport.fetcherExecutable,
        ["luawidget-fetcher", "--sandbox", "/etc/hosts", "/etc/ssl/certs", secret, "/proc/self/environ"],
        descriptors: [1: output.writer])
      let child = SpawnedProcess(pid: try Spawner.start(launch))
      output.writer.close()
      let text = String(decoding: try output.reader.readAll(limit: 4096), as: UTF8.self)
      output.reader.close()
      #expect(child.wait() == .exited(status: 0))
      #expect(
        text == """
          write a file\trefused
          start a program\trefused
          send a signal\trefused
          open a local socket\trefused
          listen\trefused
          outlive luawidget\trefused
          read /etc/hosts\tallowed
          read /etc/ssl/certs\tallowed
          read \(secret)\trefused
          read /proc/self/environ\trefused

          """)
    }
  #endif
}
