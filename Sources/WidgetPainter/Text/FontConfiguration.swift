import CPango
import WidgetGraphics
import WidgetSystem

/// The fonts a rendering can use, as our own Fontconfig configuration. The user's or distribution's settings have no effect.
enum FontConfiguration {
  /// - Returns: nil if Fontconfig can't be set up.
  static func make(_ fonts: FontSet) -> OpaquePointer? {
    guard let configuration = FcConfigCreate() else { return nil }
    let text = xml(fonts)
    guard text.withCString({ FcConfigParseAndLoadFromMemory(configuration, asBytes($0), FcTrue) }) != 0,
      FcConfigBuildFonts(configuration) != 0
    else {
      FcConfigDestroy(configuration)
      return nil
    }
    if isEmpty(configuration) { addInstalled(to: configuration) }
    // Otherwise Pango would load the default configuration too, scanning the user's folders whatever ``fonts`` says.
    FcConfigSetCurrent(configuration)
    return configuration
  }

  /// Whether there's no font at all, so that each letter is drawn as a box.
  static var isEmpty: Bool {
    guard let configuration = make(.user) else { return true }
    defer { FcConfigDestroy(configuration) }
    return isEmpty(configuration)
  }

  static func isEmpty(_ configuration: OpaquePointer) -> Bool {
    ![FcSetSystem, FcSetApplication].contains { FcConfigGetFonts(configuration, $0).map { $0.pointee.nfont > 0 } ?? false }
  }

  /// Adds the font an archive brings along.
  static func addInstalled(to configuration: OpaquePointer) {
    for folder in FontFolders.installed { _ = folder.withCString { FcConfigAppFontAddDir(configuration, asBytes($0)) } }
  }

  private static func asBytes(_ text: UnsafePointer<CChar>) -> UnsafePointer<FcChar8> {
    UnsafeRawPointer(text).assumingMemoryBound(to: FcChar8.self)
  }

  /// The folders of the font packages this program depends on.
  private static let packagedFolders = [
    "/usr/share/fonts/opentype/inter", "/usr/share/fonts/truetype/inter", "/usr/share/fonts/truetype/dejavu",
    "/usr/share/fonts/truetype/quicksand", "/usr/share/fonts/truetype/wqy", "/usr/share/fonts/truetype/noto",
  ]

  private static let systemFolders = ["/usr/share/fonts", "/usr/local/share/fonts", "/System/Library/Fonts", "/Library/Fonts"]

  /// A pattern for this path: characters special in patterns match any character.
  private static func glob(_ path: String) -> String { String(path.map { "*?[]\\".contains($0) ? "?" : $0 }) }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { escaped, character in
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: escaped.append(character)
      }
    }
  }

  private static func xml(_ fonts: FontSet) -> String {
    var text = "<?xml version=\"1.0\"?><!DOCTYPE fontconfig SYSTEM \"fonts.dtd\"><fontconfig>"
    switch fonts {
    case .standard:
      for folder in packagedFolders { text += "<dir>\(folder)</dir>" }
      // Other packages share this folder.
      text += """
        <selectfont><rejectfont><glob>/usr/share/fonts/truetype/noto/*</glob></rejectfont>
        <acceptfont><glob>/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf</glob></acceptfont></selectfont>
        """
    case .user:
      let own = FontFolders(below: FontFolders.paths(.ofHelper))
      for folder in systemFolders + own.scanned { text += "<dir>\(escaped(folder))</dir>" }
      if !own.blocked.isEmpty {
        let globs = own.blocked.map { "<glob>\(escaped(glob($0)))</glob>" }
        text += "<selectfont><rejectfont>\(globs.joined())</rejectfont></selectfont>"
      }
    }
    text += """
      <cachedir>/var/cache/fontconfig</cachedir><cachedir prefix="xdg">fontconfig</cachedir>
      <alias binding="same"><family>emoji</family><prefer><family>Noto Color Emoji</family></prefer></alias>
      <match target="font">
        <test name="outline"><bool>false</bool></test>
        <edit name="pixelsizefixupfactor" mode="assign">
          <divide><name target="pattern">pixelsize</name><name target="font">pixelsize</name></divide>
        </edit>
        <edit name="matrix" mode="assign">
          <times>
            <name>matrix</name>
            <matrix>
              <name>pixelsizefixupfactor</name><double>0</double><double>0</double><name>pixelsizefixupfactor</name>
            </matrix>
          </times>
        </edit>
        <edit name="size" mode="assign"><divide><name>size</name><name>pixelsizefixupfactor</name></divide></edit>
      </match>
      </fontconfig>
      """
    return text
  }
}
