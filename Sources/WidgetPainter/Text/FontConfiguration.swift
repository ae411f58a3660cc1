import CPango
import WidgetPainting

/// The fonts that a picture may use, as a configuration of Fontconfig that is ours alone: nothing that a user or a distribution
/// configured changes a picture.
enum FontConfiguration {
  /// - Returns: nil when Fontconfig cannot be set up; the caller then draws with whatever there is.
  static func make(_ fonts: FontSet) -> OpaquePointer? {
    guard let configuration = FcConfigCreate() else { return nil }
    let text = xml(fonts)
    guard text.withCString({ FcConfigParseAndLoadFromMemory(configuration, asBytes($0), FcTrue) }) != 0,
      FcConfigBuildFonts(configuration) != 0
    else {
      FcConfigDestroy(configuration)
      return nil
    }
    return configuration
  }

  private static func asBytes(_ text: UnsafePointer<CChar>) -> UnsafePointer<FcChar8> {
    UnsafeRawPointer(text).assumingMemoryBound(to: FcChar8.self)
  }

  /// Where the packages that the program installs put their fonts.
  private static let packagedFolders = [
    "/usr/share/fonts/opentype/inter", "/usr/share/fonts/truetype/inter", "/usr/share/fonts/truetype/dejavu",
    "/usr/share/fonts/truetype/quicksand", "/usr/share/fonts/truetype/wqy", "/usr/share/fonts/truetype/noto",
  ]

  private static let userFolders = [
    "<dir>/usr/share/fonts</dir>", "<dir>/usr/local/share/fonts</dir>", "<dir prefix=\"xdg\">fonts</dir>", "<dir>~/.fonts</dir>",
    "<dir>/System/Library/Fonts</dir>", "<dir>/Library/Fonts</dir>", "<dir>~/Library/Fonts</dir>",
  ]

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
    case .user: text += userFolders.joined()
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
