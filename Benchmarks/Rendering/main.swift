import WidgetModel
import WidgetRendering

// Prints the median milliseconds of drawing a widget with a hundred views for a terminal, as text, as a page and as JSON, such as
// `terminal 0.21`. Arguments select some of these. Called by Benchmarks/run.

/// Ten rows of nine views: icon, two texts, a spacer, a progress bar, a date, a badge, a label, a button.
func widget() -> Snapshot {
  func text(_ words: String, _ style: (inout ViewStyle) -> Void = { _ in }) -> ViewNode {
    var node = ViewNode(.text(words))
    style(&node.style)
    return node
  }
  var rows: [ViewNode] = []
  for row in 0..<10 {
    var badge = text("\(row)") { $0.background = .named(.blue) }
    badge.style.cornerRadius = 4
    rows.append(
      ViewNode(
        .hstack,
        children: [
          ViewNode(.icon("airplane")), text("LY31\(row)") { $0.font = .style(.headline) },
          text("Tel Aviv to London, on time and boarding soon") { $0.lineLimit = 2 }, ViewNode(.spacer(minLength: 8)),
          ViewNode(.progress(Double(row) / 10, shape: .bar)), ViewNode(.date(1_795_262_400 + Double(row) * 60, style: .relative)),
          badge, ViewNode(.label("Gate \(row)", icon: "door.left.hand.open")),
          ViewNode(.button("Check in", icon: nil)),
        ]))
  }
  return Snapshot(
    widget: WidgetIdentity(id: "bench", instance: "bench", name: "Flights"), view: ViewNode(.vstack, children: rows),
    result: .newData, reason: .launch, updatedAt: 1_795_262_000)
}

func count(_ node: ViewNode) -> Int { node.children.reduce(1) { $0 + count($1) } }

func median(_ body: () -> Int) -> Double {
  let clock = ContinuousClock()
  var times: [Double] = []
  var total = 0
  for _ in 0..<20 { total += body() }
  for _ in 0..<400 {
    let start = clock.now
    total += body()
    let passed = start.duration(to: clock.now)
    times.append(Double(passed.components.attoseconds) / 1e15)
  }
  precondition(total > 0)
  return times.sorted()[times.count / 2]
}

let snapshot = widget()
let size = Size(width: 100 * 8, height: .infinity)
let options = RenderingOptions(clock: CalendarClock(now: 1_795_262_100))
let wanted = Set(CommandLine.arguments.dropFirst())
func report(_ name: String, _ body: () -> Int) {
  if wanted.isEmpty || wanted.contains(name) { print(name, median(body)) }
}
print("views \(count(snapshot.view ?? ViewNode(.vstack)))")
report("terminal") { TerminalDrawing(snapshot, in: size, options: options).ansi(.trueColor).utf8.count }
report("text") { TextFormat().render(snapshot, in: size, options: options).count }
report("html") { HTMLFormat().render(snapshot, in: size, options: options).count }
report("json") { JSONFormat().render(snapshot, in: size, options: options).count }
