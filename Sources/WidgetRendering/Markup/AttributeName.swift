/// The attributes pages can have. There's no `style`, `on...` or `srcdoc`, so no value can be code.
package enum AttributeName: String, Sendable, CaseIterable {
  case lang, dir, charset, name, content
  case httpEquiv = "http-equiv"
  case `class`, role, type, disabled, scope
  // Of a page around cards, with forms.
  case id, method, action, form, list, `for`, selected, checked, required, autocomplete, step, target, media, `defer`, draggable
  case hidden, title
  case formAction = "formaction"
  case spellCheck = "spellcheck"
  case tabIndex = "tabindex"
  // Of a text field.
  case placeholder, rows, readonly
  case maxLength = "maxlength"
  case dataControl = "data-control"
  case dataTyping = "data-typing"
  case dataSubmits = "data-submits"
  case crossOrigin = "crossorigin"
  case dataWidget = "data-widget"
  case dataPage = "data-page"
  case dataSerial = "data-serial"
  case dataContext = "data-context"
  case dataWords = "data-words"
  case dataLevel = "data-level"
  case dataColor = "data-color"
  case dataNeeds = "data-needs"
  case ariaLabelledBy = "aria-labelledby"
  case ariaDescribedBy = "aria-describedby"
  case ariaExpanded = "aria-expanded"
  case ariaLive = "aria-live"
  case ariaInvalid = "aria-invalid"
  case href, rel, src, alt, datetime, value, min, max
  case dataTheme = "data-theme"
  case dataAction = "data-action"
  case dataStyle = "data-style"
  case dataMoment = "data-moment"
  case dataID = "data-id"
  case dataTransition = "data-transition"
  case dataContentTransition = "data-content-transition"
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
