/// The JSON names; these fields stand next to the others of a view.
extension ViewEffects: Codable {
  private enum Keys: String, CodingKey {
    case tabular, tint, offset, rotation, shadow, clip, fill, stroke, from, to
    case textAlign = "text_align"
    case lineSpacing = "line_spacing"
    case relativeWidth = "relative_width"
    case relativeHeight = "relative_height"
    case corners = "corner_radii"
    case backgroundImage = "background_image"
    case backgroundBytes = "background_bytes"
    case fillGradient = "fill_gradient"
    case lineWidth = "line_width"
  }

  private struct Offset: Codable {
    var x: Double
    var y: Double
  }

  public init(from decoder: any Decoder) throws {
    self.init()
    let fields = try decoder.container(keyedBy: Keys.self)
    isTabular = try fields.decodeIfPresent(Bool.self, forKey: .tabular)
    textAlign = try fields.decodeIfPresent(TextAlignment.self, forKey: .textAlign)
    lineSpacing = try fields.decodeIfPresent(Double.self, forKey: .lineSpacing)
    tint = try fields.decodeIfPresent(Color.self, forKey: .tint)
    offset = try fields.decodeIfPresent(Offset.self, forKey: .offset).map { Size(width: $0.x, height: $0.y) }
    rotation = try fields.decodeIfPresent(Double.self, forKey: .rotation)
    relativeWidth = try fields.decodeIfPresent(Double.self, forKey: .relativeWidth)
    relativeHeight = try fields.decodeIfPresent(Double.self, forKey: .relativeHeight)
    shadow = try fields.decodeIfPresent(Shadow.self, forKey: .shadow)
    corners = try fields.decodeIfPresent(CornerRadii.self, forKey: .corners)
    clips = try fields.decodeIfPresent(Bool.self, forKey: .clip)
    backgroundImage =
      try fields.decodeIfPresent([UInt8].self, forKey: .backgroundBytes).map { .bytes($0) }
      ?? fields.decodeIfPresent(String.self, forKey: .backgroundImage).map { .reference($0) }
    fill = try fields.decodeIfPresent(Color.self, forKey: .fill)
    fillGradient = try fields.decodeIfPresent(Gradient.self, forKey: .fillGradient)
    stroke = try fields.decodeIfPresent(Color.self, forKey: .stroke)
    lineWidth = try fields.decodeIfPresent(Double.self, forKey: .lineWidth)
    if let from = try fields.decodeIfPresent(Double.self, forKey: .from),
      let to = try fields.decodeIfPresent(Double.self, forKey: .to)
    {
      interval = Interval(from: from, to: to)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Keys.self)
    try fields.encodeIfPresent(isTabular, forKey: .tabular)
    try fields.encodeIfPresent(textAlign, forKey: .textAlign)
    try fields.encodeIfPresent(lineSpacing, forKey: .lineSpacing)
    try fields.encodeIfPresent(tint, forKey: .tint)
    try fields.encodeIfPresent(offset.map { Offset(x: $0.width, y: $0.height) }, forKey: .offset)
    try fields.encodeIfPresent(rotation, forKey: .rotation)
    try fields.encodeIfPresent(relativeWidth, forKey: .relativeWidth)
    try fields.encodeIfPresent(relativeHeight, forKey: .relativeHeight)
    try fields.encodeIfPresent(shadow, forKey: .shadow)
    try fields.encodeIfPresent(corners, forKey: .corners)
    try fields.encodeIfPresent(clips, forKey: .clip)
    switch backgroundImage {
    case .reference(let reference): try fields.encode(reference, forKey: .backgroundImage)
    case .bytes(let bytes): try fields.encode(bytes, forKey: .backgroundBytes)
    case nil: break
    }
    try fields.encodeIfPresent(fill, forKey: .fill)
    try fields.encodeIfPresent(fillGradient, forKey: .fillGradient)
    try fields.encodeIfPresent(stroke, forKey: .stroke)
    try fields.encodeIfPresent(lineWidth, forKey: .lineWidth)
    try fields.encodeIfPresent(interval?.from, forKey: .from)
    try fields.encodeIfPresent(interval?.to, forKey: .to)
  }
}
