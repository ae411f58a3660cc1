import Testing
import WidgetSystem

@Suite struct ProcessLaunchTests {
  /// The output of a program, and how it ended.
  private func run(_ launch: ProcessLaunch) throws -> (String, Int32) {
    let pipe = try Pipe()
    var launch = launch
    launch.descriptors[1] = pipe.writer
    let pid = try launch.start()
    pipe.writer.close()
    defer { pipe.reader.close() }
    let output = try pipe.reader.readAll(limit: 1 << 16)
    var status: Int32 = 0
    #expect(waitpid(pid, &status, 0) == pid)
    return (String(decoding: output, as: UTF8.self), status)
  }

  @Test("a program gets its arguments and its environment, nothing else") func inheritance() throws {
    setenv("LW_INHERITED", "1", 1)
    let (output, status) = try run(
      ProcessLaunch(
        "/bin/sh", ["sh", "-c", "echo $1 $A $LW_INHERITED; cat", "sh", "x"], environment: ["A=1", "PATH=/usr/bin:/bin"]))
    #expect(output == "x 1\n")
    #expect(status == 0)
  }

  @Test("the working directory can be set, and other descriptors are closed") func directory() throws {
    let leaked = Libc.open("/dev/null", O_RDONLY)
    defer { Libc.close(leaked) }
    let (output, _) = try run(
      ProcessLaunch(
        "/bin/sh", ["sh", "-c", "pwd; [ -e /dev/fd/\(leaked) ] && echo leaked"], group: .session, directory: "/",
        closesOthers: true))
    #expect(output == "/\n")
  }

  @Test("descriptors may be swapped") func swapped() throws {
    let pipe = try Pipe()
    let pid = try ProcessLaunch(
      "/bin/sh", ["sh", "-c", "echo out; echo err >&2"], descriptors: [1: pipe.writer, 2: pipe.writer, 0: pipe.reader]
    ).start()
    pipe.writer.close()
    var status: Int32 = 0
    waitpid(pid, &status, 0)
    #expect(try pipe.reader.readAll(limit: 99) == Array("out\nerr\n".utf8))
    pipe.reader.close()
  }

  @Test("a program that does not exist is an error") func missing() {
    #expect(throws: SystemError(code: ENOENT)) { try ProcessLaunch("/nowhere", ["x"]).start() }
  }
}
