import Foundation

/// The processes started by a test, from /proc.
enum ProcessTree {
  /// The children of a process, and theirs.
  static func descendants(of process: Int32) -> [Int32] {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
    let children = tasks.flatMap { task in
      ((try? String(contentsOfFile: "/proc/\(process)/task/\(task)/children", encoding: .utf8)) ?? "").split(separator: " ")
        .compactMap { Int32($0) }
    }
    return children + children.flatMap(descendants)
  }

  /// Waits for a descendant. The kernel cuts names at 15 bytes.
  static func awaitDescendant(of process: Int32, named name: String) async -> Int32? {
    for _ in 0..<12_000 {
      let found = descendants(of: process).first {
        (try? String(contentsOfFile: "/proc/\($0)/comm", encoding: .utf8)) == name + "\n"
      }
      if let found { return found }
      try? await Task.sleep(for: .milliseconds(10))
    }
    return nil
  }

  /// Waits until a process has ended. A zombie left to the first process by its parent counts.
  static func ends(_ process: Int32) async -> Bool {
    for _ in 0..<12_000 {
      let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? "State:\tZ"
      if status.contains("State:\tZ") { return true }
      try? await Task.sleep(for: .milliseconds(10))
    }
    return false
  }

  /// Waits until no thread of these processes has run for a while.
  ///
  /// - Returns: false if that takes more than 90 seconds.
  static func areIdle(_ processes: Int32..., for time: Duration = .seconds(3)) async -> Bool {
    let end = ContinuousClock.now + .seconds(90)
    var (known, since) = (processes.map(switches), ContinuousClock.now)
    while ContinuousClock.now < end {
      try? await Task.sleep(for: .milliseconds(20))
      let now = processes.map(switches)
      if now != known || now.contains(where: \.isEmpty) { (known, since) = (now, ContinuousClock.now) }
      if ContinuousClock.now - since >= time { return true }
    }
    return false
  }

  /// How often the threads of a process were scheduled, by thread.
  private static func switches(of process: Int32) -> [String: [Substring]] {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
    return Dictionary(
      uniqueKeysWithValues: tasks.map { task in
        let status = (try? String(contentsOfFile: "/proc/\(process)/task/\(task)/status", encoding: .utf8)) ?? ""
        return (task, status.split(separator: "\n").filter { $0.contains("ctxt_switches") })
      })
  }
}
