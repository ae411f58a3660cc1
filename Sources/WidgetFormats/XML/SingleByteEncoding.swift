/// The encodings of one byte a character that expat does not know itself.
enum SingleByteEncoding {
  /// What each byte stands for; nil for one that stands for nothing.
  ///
  /// - Parameter name: A canonical name of ``TextEncoding``.
  /// - Returns: 256 entries, or nil for an encoding that is not here.
  static func scalars(_ name: String) -> [Unicode.Scalar?]? {
    guard let upper = tables[name] else { return nil }
    let lower = (0..<UInt32(256 - upper.unicodeScalars.count)).map { Unicode.Scalar($0) }
    return lower + upper.unicodeScalars.map { $0 == "\u{FFFD}" ? nil : $0 }
  }

  /// The last 96 or 128 characters of each; U+FFFD where there is none.
  private static let tables = [
    "windows-1252": windows1252, "windows-1250": windows1250, "windows-1251": windows1251, "iso-8859-15": latin9,
    "iso-8859-2": latin2,
  ]

  private static let windows1252 =
    "€\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ"
    + "\u{A0}¡¢£¤¥¦§¨©ª«¬\u{AD}®¯°±²³´µ¶·¸¹º»¼½¾¿"
    + "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß"
    + "àáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ"

  private static let windows1250 =
    "€\u{FFFD}‚\u{FFFD}„…†‡\u{FFFD}‰Š‹ŚŤŽŹ\u{FFFD}‘’“”•–—\u{FFFD}™š›śťžź"
    + "\u{A0}ˇ˘Ł¤Ą¦§¨©Ş«¬\u{AD}®Ż°±˛ł´µ¶·¸ąş»Ľ˝ľż"
    + "ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢß"
    + "ŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙"

  private static let windows1251 =
    "ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{FFFD}™љ›њќћџ"
    + "\u{A0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{AD}®Ї°±Ііґµ¶·ё№є»јЅѕї"
    + "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ"
    + "абвгдежзийклмнопрстуфхцчшщъыьэюя"

  private static let latin9 =
    "\u{A0}¡¢£€¥Š§š©ª«¬\u{AD}®¯°±²³Žµ¶·ž¹º»ŒœŸ¿"
    + "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß"
    + "àáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ"

  private static let latin2 =
    "\u{A0}Ą˘Ł¤ĽŚ§¨ŠŞŤŹ\u{AD}ŽŻ°ą˛ł´ľśˇ¸šşťź˝žż"
    + "ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢß"
    + "ŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙"
}
