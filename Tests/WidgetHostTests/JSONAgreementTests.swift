import Testing
import WidgetFormats
import WidgetHost
import WidgetModel
import WidgetTesting

/// The worker's decoder (`json.decode`) and the broker's (feeds, `defaults set`) read documents alike.
@Suite struct JSONAgreementTests {
  static let documents: [String] = [
    "[]", "{}", " [1, 2 ] ", "{\"a\":{\"b\":[true,false,null]}}", "\u{FEFF}{\"a\":1}", "0", "-0", "-1", "1.5", "-0.0", "1e2",
    "1E+2", "1e-2",
    "9223372036854775807", "-9223372036854775808", "9223372036854775808", "1e308", "1e-400",
    "0." + String(repeating: "0", count: 400) + "1",
    #""""#, #""\"\\\/\b\f\n\r\t""#, #""\u0041\u00e9\u20AC""#, #""\ud83d\ude00""#, #""\ud800""#, #""\udc00""#, #""\ud800\ud800""#,
    #""\udc00\ud800""#, #""\ud800x""#, #""\ud800\n""#, #""\ud800\u0041""#, #""\ud83d\ud83d\ude00""#, #""\u0000""#,
    #"{"\ud800":"\udfff"}"#, #"{"a":1,"a":2}"#, #""é€😀""#, #""\uffff""#,
    String(repeating: "[", count: 128) + String(repeating: "]", count: 128),
    // Refused.
    "", " ", "[", "]", "[1,]", "{\"a\"}", "{\"a\":1,}", "01", "-", "1.", ".5", "1.e5", "1e", "1e+", "+1", "1.5.5", "0x10", "NaN",
    "Infinity", "1e400",
    "'a'", "\"a", "\"\u{1}\"", #""\x""#, #""\u12""#, #""\ud800\u12""#, "nul", "true false", "[1]x", "/**/1", "\u{A0}1", "1\u{0}",
    String(repeating: "[", count: 129) + String(repeating: "]", count: 129),
  ]

  @Test("both decoders give the same value, or both refuse")
  func agreement() async throws {
    // As Lua strings of decimal escapes, so any byte gets through.
    let list = Self.documents.map { "\"" + $0.utf8.map { "\\" + String($0).leftPadded }.joined() + "\"" }.joined(separator: ",\n")
    let widget = TestWidget(
      """
      function perform_update()
        for _, text in ipairs { \(list) } do
          local value, err = json.decode(text)
          print(err and "refused" or json.encode(value))
        end
        return update_result.new_data
      end
      """)
    #expect(await widget.failure() == nil)
    guard case .text(let text) = await widget.session.snapshot?.view?.content else { return #expect(Bool(false)) }
    let worker = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    try #require(worker.count == Self.documents.count)
    for (document, shown) in zip(Self.documents, worker) {
      let value = try? JSONReader.read(Array(document.utf8))
      // Through the worker's encoder too, so only the decoders are compared.
      let again: LuaValue? = shown == "refused" ? .none : try JSONReader.read(Array(shown.utf8))
      #expect(value == again, "\(document.debugDescription.prefix(80)): the worker has \(shown.prefix(80))")
    }
  }
}

extension String {
  fileprivate var leftPadded: String { String(repeating: "0", count: max(0, 3 - count)) + self }
}
