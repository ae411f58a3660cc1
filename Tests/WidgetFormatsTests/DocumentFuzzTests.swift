import Foundation
import Testing
import WidgetTesting

@testable import WidgetFormats

/// Mutated documents through the worker's parser and the reader of feeds: the result is a value or an error. `FUZZ_CASES` sets how many.
@Suite struct DocumentFuzzTests {
  static let cases = ProcessInfo.processInfo.environment["FUZZ_CASES"].flatMap { Int($0) } ?? 2000

  @Test("mutated feeds end in a value or a typed error")
  func feeds() throws {
    let corpus = try FeedExpectations.all.map { try FeedReaderTests.fixture($0.0) }
    let worker = try XMLWorker()
    var generator = SeededGenerator(seed: 11)
    var (documents, feeds, errors) = (0, 0, 0)
    for _ in 0..<Self.cases {
      var bytes = corpus.randomElement(using: &generator) ?? []
      for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0...6, using: &generator) {
        case 0, 1: bytes[index] = .random(in: 0...255, using: &generator)
        case 2: bytes[index] = Array("<>&;\"'/ ![]{},:0".utf8).randomElement(using: &generator) ?? 0
        case 3: bytes.remove(at: index)
        case 4: bytes.insert(contentsOf: bytes[index...].prefix(Int.random(in: 1...200, using: &generator)), at: index)
        case 5: bytes.removeSubrange(index..<min(bytes.count, index + Int.random(in: 1...40, using: &generator)))
        default: if Bool.random(using: &generator) { bytes.removeSubrange(index...) }
        }
      }
      let charset = ["utf-16", "windows-1252", nil, nil, nil, nil].randomElement(using: &generator) ?? nil
      let isJSON = bytes.first == UInt8(ascii: "{")
      guard let document = isJSON ? bytes : try worker.pack(bytes, charset: charset) else {
        errors += 1
        continue
      }
      documents += isJSON ? 0 : 1
      do throws(FeedError) {
        let feed = try FeedReader.read(document, isJSON ? .json : .xml, url: "https://a.example/b/c")
        feeds += 1
        #expect(feed.items.count <= FeedReader.maximumItems)
      } catch {
        errors += 1
        #expect(error != .malformed)
      }
    }
    #expect(documents > Self.cases / 20 && feeds > Self.cases / 20 && errors > Self.cases / 20, "\(documents) \(feeds) \(errors)")
  }
}
