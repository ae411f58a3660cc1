import WidgetDigest
import WidgetModel

/// The files of the page, compiled in. Their names contain their digests, so that browsers keep them as long as they are current.
package enum Assets {
  package struct Asset: Sendable, Equatable {
    package var mediaType: String
    package var bytes: [UInt8]
  }

  static let style = name("board", "css", PageStyle.text)
  static let script = name("board", "js", PageScript.text)
  static let icon = name("icon", "svg", PageIcon.svg)

  package static let all: [String: Asset] = [
    style: Asset(mediaType: "text/css; charset=utf-8", bytes: Array(PageStyle.text.utf8)),
    script: Asset(mediaType: "text/javascript; charset=utf-8", bytes: Array(PageScript.text.utf8)),
    icon: Asset(mediaType: "image/svg+xml", bytes: Array(PageIcon.svg.utf8)),
  ]

  private static func name(_ stem: String, _ type: String, _ text: String) -> String {
    let digest = SHA256.hash(Array(text.utf8)).bytes.prefix(6)
    return "\(stem)-\(Base64.text(Array(digest), .urlSafe)).\(type)"
  }
}

/// The icon of the installed page.
enum PageIcon {
  static let svg = """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><rect width="512" height="512" rx="112" fill="#0a5dc2"/>\
    <g fill="#fff"><rect x="104" y="104" width="136" height="136" rx="32"/><rect x="272" y="104" width="136" height="136" rx="32" opacity=".7"/>\
    <rect x="104" y="272" width="304" height="136" rx="32" opacity=".85"/></g></svg>

    """
}

/// What a browser needs to install the page.
enum WebManifest {
  static func text(name: String) -> String {
    """
    {"name":\(JSONString.text(name)),"short_name":\(JSONString.text(name)),"start_url":"/","scope":"/","display":"standalone",\
    "background_color":"#f2f2f7","theme_color":"#f2f2f7","icons":[{"src":"/assets/\(Assets.icon)","sizes":"any","type":"image/svg+xml",\
    "purpose":"any maskable"}]}

    """
  }
}

/// A JSON string.
enum JSONString {
  static func text(_ string: String) -> String { JSONWriter().text(.string(string)) }
}
