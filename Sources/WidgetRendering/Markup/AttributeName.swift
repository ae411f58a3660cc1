/// The attributes that pages may have. There is no `style`, `on...` or `srcdoc`, so no value can be code.
enum AttributeName: String, Sendable, CaseIterable {
  case lang, charset, name, content
  case httpEquiv = "http-equiv"
  case `class`, role, type, disabled, scope
  case href, rel, src, alt, datetime, value, min, max
  case dataTheme = "data-theme"
  case dataAction = "data-action"
  case dataStyle = "data-style"
  case dataMoment = "data-moment"
  case dataID = "data-id"
  case ariaLabel = "aria-label"
  case ariaHidden = "aria-hidden"
  case ariaChecked = "aria-checked"
  case ariaOrientation = "aria-orientation"
  case ariaValueNow = "aria-valuenow"
  case ariaValueMin = "aria-valuemin"
  case ariaValueMax = "aria-valuemax"
  case ariaValueText = "aria-valuetext"
  case viewBox, preserveAspectRatio, d, x, y, x1, x2, y1, y2, cx, cy, r, width, height, points, fill, stroke, transform
  case pathLength
  case strokeDasharray = "stroke-dasharray"
  case textAnchor = "text-anchor"
}
