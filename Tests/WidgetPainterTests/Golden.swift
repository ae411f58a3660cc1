import Foundation
import Testing

@testable import WidgetPainter

/// Golden renderings, compared with a tolerance. `RECORD_SNAPSHOTS=1` records them, and that run fails.
enum Golden {
  /// How much may differ: other versions of a library round an edge differently.
  enum Tolerance {
    /// The mean difference of all channels of all pixels, out of 255.
    static let mean = 0.004 * 255
    /// The fraction of visibly different pixels, by more than 48 of 255 in a channel.
    static let area = 0.001
    /// The mean difference in the worst square of 16 x 16 pixels, out of 255: a missing digit is more than this.
    static let square = 6.0
    /// Between the numbers of two SVGs, in points.
    static let points = 0.6
  }

  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
  static let isRecording = ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1"

  static func expect(_ bytes: [UInt8], _ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let file = folder.appending(path: "Golden/\(name)")
    if isRecording {
      try Data(bytes).write(to: file)
      Issue.record("recorded \(name)", sourceLocation: sourceLocation)
      return
    }
    let golden = try #require(
      try? Data(contentsOf: file), "there is no \(name); record it with RECORD_SNAPSHOTS=1", sourceLocation: sourceLocation)
    let problem = name.hasSuffix(".svg") ? svgDifference(bytes, [UInt8](golden)) : try pixelDifference(bytes, [UInt8](golden))
    guard let problem else { return }
    // Written for inspection.
    let seen = FileManager.default.temporaryDirectory.appending(path: "seen-\(name)")
    try Data(bytes).write(to: seen)
    Issue.record("\(name): \(problem); what was drawn is in \(seen.path)", sourceLocation: sourceLocation)
  }

  /// The visible difference; nil if there is none.
  static func pixelDifference(_ drawn: [UInt8], _ golden: [UInt8]) throws -> String? {
    let (one, other) = (try values(drawn), try values(golden))
    guard one.width == other.width, one.values.count == other.values.count else {
      return "\(one.width) pixels wide instead of \(other.width), or another height"
    }
    var sum = 0
    var visible = 0
    let squaresAcross = (one.width + 15) / 16
    let squaresDown = (one.values.count / 4 / one.width + 15) / 16
    var squares = [Int](repeating: 0, count: squaresAcross * squaresDown)
    for start in stride(from: 0, to: one.values.count, by: 4) {
      var most = 0
      for index in start..<(start + 4) {
        let difference = abs(Int(one.values[index]) - Int(other.values[index]))
        sum += difference
        squares[start / 4 / one.width / 16 * squaresAcross + start / 4 % one.width / 16] += difference
        most = max(most, difference)
      }
      if most > 48 { visible += 1 }
    }
    let mean = Double(sum) / Double(one.values.count)
    let area = Double(visible) / Double(one.values.count / 4)
    let worst = Double(squares.max() ?? 0) / (16 * 16 * 4)
    guard mean > Tolerance.mean || area > Tolerance.area || worst > Tolerance.square else { return nil }
    return "mean difference \(mean), \(area * 100) % differ visibly, \(worst) in the worst square"
  }

  /// Premultiplied, so the colour of transparent parts doesn't matter.
  private static func values(_ png: [UInt8]) throws -> (width: Int, values: [UInt8]) {
    let pixels = try Pixels.decode(png)
    var values: [UInt8] = []
    values.reserveCapacity(pixels.width * pixels.height * 4)
    pixels.forEach { _, _, pixel in
      let alpha = Int(pixel.3)
      for part in [pixel.0, pixel.1, pixel.2] { values.append(UInt8(Int(part) * alpha / 255)) }
      values.append(pixel.3)
    }
    return (pixels.width, values)
  }

  /// Compares elements, and numbers with a tolerance. Embedded images aren't compared.
  static func svgDifference(_ drawn: [UInt8], _ golden: [UInt8]) -> String? {
    let (one, other) = (tokens(drawn), tokens(golden))
    guard one.count == other.count else { return "\(one.count) tokens instead of \(other.count)" }
    for (index, (left, right)) in zip(one, other).enumerated() where left != right {
      if let left = Double(left), let right = Double(right), abs(left - right) <= Tolerance.points { continue }
      if left.hasPrefix("data:"), right.hasPrefix("data:") { continue }
      return "token \(index) is \(left.prefix(40)) instead of \(right.prefix(40))"
    }
    return nil
  }

  private static func tokens(_ svg: [UInt8]) -> [Substring] {
    String(decoding: svg, as: UTF8.self).split { " ,\"=<>()\n".contains($0) }
  }
}
