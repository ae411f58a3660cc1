/// The names of icons, from SF Symbols, for views and manifests.
public enum IconName {
  /// The listed names.
  public static var all: [String] { text.split(whereSeparator: \.isWhitespace).map(String.init) }

  private static let known = Set(all)

  /// Whether there is a drawing: of the name, of its base (`heart.circle.fill` is drawn as `heart`), or the
  /// name itself if it is one character beyond ASCII, usually an emoji.
  public static func isKnown(_ name: String) -> Bool {
    guard name.utf8.count <= 64 else { return false }
    if name.count == 1, !name.utf8.allSatisfy({ $0 < 0x80 }) { return true }
    var stem = Substring(name)
    while !known.contains(String(stem)) {
      guard let dot = stem.lastIndex(of: ".") else { return false }
      stem = stem[..<dot]
    }
    return true
  }

  private static let text = """
    airplane airplane.arrival airplane.departure alarm ant antenna.radiowaves.left.and.right app archivebox arrow.clockwise
    arrow.counterclockwise arrow.down arrow.down.circle arrow.down.right arrow.left arrow.left.arrow.right arrow.right
    arrow.triangle.2.circlepath arrow.triangle.branch arrow.triangle.merge arrow.triangle.pull arrow.turn.up.right arrow.up
    arrow.up.arrow.down arrow.up.right at banknote battery.0 battery.100 battery.25 battery.50 battery.75 bed.double bell
    bell.slash bicycle bolt bolt.fill book bookmark briefcase bubble.left bus calendar camera car cart chart.bar
    chart.line.uptrend.xyaxis chart.pie checkmark checkmark.circle checkmark.circle.fill checkmark.seal chevron.down
    chevron.left chevron.left.forwardslash.chevron.right chevron.right chevron.up circle circle.fill circle.lefthalf.filled
    clock cloud cloud.bolt cloud.drizzle cloud.fog cloud.heavyrain cloud.rain cloud.snow cloud.sun command cpu creditcard
    cube cup.and.saucer delete.left desktopcomputer doc doc.text dollarsign dollarsign.circle dot.radiowaves.left.and.right
    drop ellipsis envelope envelope.badge envelope.open equal eurosign exclamationmark exclamationmark.circle
    exclamationmark.octagon exclamationmark.triangle externaldrive eye eye.slash figure.run figure.walk film flag flame
    folder fork.knife function gamecontroller gauge gear gearshape gift globe hammer hand.raised hand.thumbsup hare heart
    heart.fill hourglass house info info.circle internaldrive key keyboard laptopcomputer leaf lightbulb line.3.horizontal
    link list.bullet location lock lock.open magnifyingglass map mappin memorychip mic minus minus.circle moon moon.stars
    music.note network newspaper number opticaldisc paintbrush paperclip paperplane pause pawprint pencil percent person
    person.2 person.circle person.crop.circle phone photo pin play plus plus.circle power printer puzzlepiece questionmark
    questionmark.circle quote.bubble quote.closing quote.opening safari server.rack shield shippingbox shuffle
    slider.horizontal.3 snow snowflake sparkles speaker speaker.slash speaker.wave.2 square square.and.arrow.down
    square.and.arrow.up square.and.pencil square.fill square.stack star star.fill stop stopwatch suitcase sun.horizon
    sun.max sun.min sunrise sunset tag target terminal text.bubble textformat thermometer ticket timer tornado tortoise
    train.side.front.car tram trash tray triangle triangle.fill trophy tv umbrella video wifi wifi.slash wind wrench
    wrench.and.screwdriver xmark xmark.circle xmark.circle.fill xmark.octagon
    """
}
