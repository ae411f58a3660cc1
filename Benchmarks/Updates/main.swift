import WidgetRuntime

// UpdateBenchmark MODE COUNT [SIZE]: prints the seconds COUNT repetitions took, without the preparation. The worker is next to
// the program. Called by Benchmarks/run and Scripts/check-speed.
//
// fresh         complete updates, each with a new session and a new worker, two at a time, drawn for a terminal
// warm          updates with new data in one worker, drawn for a terminal
// no_data       updates without new data in one worker
// fetch         warm updates whose script fetches a stored response of SIZE bytes (2048) and decodes its JSON
// widgets       an update of each of SIZE sessions (10), each with its own worker
// frame         draws a view of SIZE nodes (100) for a terminal
// snapshots     saves and loads one snapshot in a store with SIZE others (100)

let arguments = CommandLine.arguments.dropFirst()
guard let mode = arguments.first, let count = arguments.dropFirst().first.flatMap({ Int($0) }), count > 0 else {
  fatalError("UpdateBenchmark MODE COUNT [SIZE]")
}

// Not `await` at the top level: valgrind 3.19 crashes in the sigsuspend(2) of libdispatch's main thread.
let size = arguments.dropFirst(2).first.flatMap { Int($0) }
let result = CallingThreadExecutor().run { () async -> Result<Double, any Error> in
  do { return .success(try await measure(mode, count, size)) } catch { return .failure(error) }
}
print(try result.get())
