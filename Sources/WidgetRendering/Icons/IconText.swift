import WidgetModel

/// The meanings of icons: for screen readers, Markdown and speech, if the author gave no alternative text.
enum IconText {
  /// nil for unknown and decorative icons. A single character, such as an emoji, is its own text.
  static func text(for name: String) -> String? {
    guard name.utf8.count <= 64 else { return nil }
    var stem = Substring(name)
    while true {
      if let text = texts[stem] { return text.isEmpty ? nil : text }
      guard let dot = stem.lastIndex(of: ".") else { break }
      stem = stem[..<dot]
    }
    if name.count == 1, !name.utf8.allSatisfy({ $0 < 0x80 }) { return name }
    return IconName.isKnown(name) ? spoken(name) : nil
  }

  /// The meaning of an icon with a value: `wifi 60%`.
  static func text(for name: String, value: Double?) -> String? {
    guard let value, value.isFinite, IconName.isKnown(name) else { return text(for: name) }
    // Without the level in its name: `battery.100`.
    let stem = name.prefix { $0 != "." }
    let word = texts[stem].flatMap { $0.isEmpty ? nil : $0 } ?? String(stem)
    return "\(word) \(Int(saturating: (min(1, max(0, value)) * 100).rounded()))%"
  }

  /// The words in a name without its variant: `flag checkered` for `flag.checkered.circle.fill`.
  private static func spoken(_ name: String) -> String {
    name.split(separator: ".").filter { !["fill", "circle", "square", "and", "badge"].contains($0) }.joined(separator: " ")
  }

  /// The state an icon adds to the text next to it: `check mark`, `warning`, `battery full`. nil for an icon that only
  /// illustrates the text.
  static func state(for name: String) -> String? {
    var stem = Substring(name)
    while !states.contains(stem) {
      guard stem.utf8.count <= 64, let dot = stem.lastIndex(of: ".") else { return nil }
      stem = stem[..<dot]
    }
    // Next to a text they're marks, not actions.
    return stem == "checkmark" ? "check mark" : stem == "xmark" ? "cross" : text(for: name)
  }

  private static let states: Set<Substring> = [
    "arrow.down", "arrow.up", "battery.0", "battery.100", "battery.25", "battery.50", "battery.75", "bell.slash", "checkmark",
    "exclamationmark", "hand.thumbsdown", "hand.thumbsup", "lock", "questionmark", "wifi.slash", "xmark",
  ]

  /// Texts by icon name. Decorative icons have an empty text.
  private static let texts: [Substring: String] = {
    var texts: [Substring: String] = [:]
    for line in table.split(separator: "\n") {
      guard let space = line.firstIndex(of: " ") else {
        texts[line] = ""
        continue
      }
      texts[line[..<space]] = String(line[line.index(after: space)...])
    }
    return texts
  }()

  private static let table = """
    airplane plane
    airplane.arrival arrival
    airplane.departure departure
    alarm alarm
    ant bug
    antenna.radiowaves.left.and.right broadcast
    app
    archivebox archive
    arrow.clockwise refresh
    arrow.counterclockwise undo
    arrow.down down
    arrow.down.right down and right
    arrow.left left
    arrow.left.arrow.right left and right
    arrow.right right
    arrow.triangle.2.circlepath sync
    arrow.triangle.branch branch
    arrow.triangle.merge merge
    arrow.triangle.pull pull request
    arrow.turn.up.right turn right
    arrow.up up
    arrow.up.arrow.down up and down
    arrow.up.right up and right
    at at
    banknote money
    battery.0 battery empty
    battery.100 battery full
    battery.25 battery a quarter full
    battery.50 battery half full
    battery.75 battery three quarters full
    bed.double bed
    bell bell
    bell.slash silenced
    bicycle bicycle
    bolt lightning
    book book
    bookmark bookmark
    briefcase briefcase
    bubble.left message
    bus bus
    calendar calendar
    camera camera
    car car
    cart shopping cart
    chart.bar chart
    chart.line.uptrend.xyaxis rising chart
    chart.pie pie chart
    checkmark done
    checkmark.seal verified
    chevron.down
    chevron.left
    chevron.left.forwardslash.chevron.right code
    chevron.right
    chevron.up
    circle
    clock clock
    cloud cloudy
    cloud.bolt thunderstorm
    cloud.drizzle drizzle
    cloud.fog fog
    cloud.heavyrain heavy rain
    cloud.rain rain
    cloud.snow snow
    cloud.sun partly cloudy
    command command
    cpu processor
    creditcard credit card
    cube cube
    cup.and.saucer coffee
    delete.left delete
    desktopcomputer computer
    doc document
    doc.text document
    dollarsign dollar
    dot.radiowaves.left.and.right signal
    drop water
    ellipsis more
    envelope mail
    envelope.badge new mail
    envelope.open read mail
    equal equals
    eurosign euro
    exclamationmark attention
    exclamationmark.octagon error
    exclamationmark.triangle warning
    externaldrive external disk
    eye visible
    eye.slash hidden
    figure.run running
    figure.walk walking
    film film
    flag flag
    flame fire
    folder folder
    fork.knife food
    function function
    gamecontroller game
    gauge gauge
    gear settings
    gearshape settings
    gift gift
    globe world
    hammer build
    hand.raised stop
    hand.thumbsup thumbs up
    hare fast
    heart heart
    hourglass waiting
    house home
    info information
    internaldrive disk
    key key
    keyboard keyboard
    laptopcomputer laptop
    leaf leaf
    lightbulb light
    line.3.horizontal menu
    link link
    list.bullet list
    location location
    lock locked
    lock.open unlocked
    magnifyingglass search
    map map
    mappin place
    memorychip memory
    mic microphone
    minus minus
    moon moon
    moon.stars clear night
    music.note music
    network network
    newspaper news
    number number
    opticaldisc disc
    paintbrush paint
    paperclip attachment
    paperplane send
    pause pause
    pawprint pet
    pencil edit
    percent percent
    person person
    person.2 people
    phone phone
    photo picture
    pin pinned
    play play
    plus add
    power power
    printer printer
    puzzlepiece extension
    questionmark question
    quote.bubble quotation
    quote.closing
    quote.opening
    safari browser
    server.rack server
    shield shield
    shippingbox parcel
    shuffle shuffle
    slider.horizontal.3 controls
    snow snow
    snowflake snow
    sparkles new
    speaker sound
    speaker.slash muted
    speaker.wave.2 loud
    square
    square.and.arrow.down download
    square.and.arrow.up share
    square.and.pencil edit
    square.stack stack
    star star
    stop stop
    stopwatch stopwatch
    suitcase luggage
    sun.horizon sun at the horizon
    sun.max sunny
    sun.min weak sun
    sunrise sunrise
    sunset sunset
    tag tag
    target target
    terminal terminal
    text.bubble comment
    textformat text
    thermometer temperature
    ticket ticket
    timer timer
    tornado tornado
    tortoise slow
    train.side.front.car train
    tram tram
    trash delete
    tray inbox
    triangle
    trophy trophy
    tv television
    umbrella umbrella
    video video
    wifi Wi-Fi
    wifi.slash no Wi-Fi
    wind wind
    wrench tools
    wrench.and.screwdriver tools
    xmark close
    """
}
