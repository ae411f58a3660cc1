public import Foundation

/// Writes an executable script, by a child process.
///
/// If this process wrote it, a program that another test starts at that moment would inherit the open file, and starting the script would
/// fail with ETXTBSY ("Text file busy").
public func writeScript(_ text: String, to path: String, mode: String = "755") throws {
  let command = "cat > \"$1\" && chmod \"$2\" \"$1\""
  let (status, _) = try ChildProcess.run(URL(filePath: "/bin/sh"), ["-c", command, "sh", path, mode], input: text)
  guard status == 0 else { throw CocoaError(.fileWriteUnknown) }
}

/// Copies a program, by a child process, for the reason of ``writeScript(_:to:mode:)``.
public func copyProgram(_ program: URL, to copy: URL) throws {
  let (status, _) = try ChildProcess.run(URL(filePath: "/bin/cp"), [program.path, copy.path])
  guard status == 0 else { throw CocoaError(.fileWriteUnknown) }
}
