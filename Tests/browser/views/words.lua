-- Styles of text.
widget { name = "Words", icon = "textformat" }

function content()
  return ui.vstack { spacing = 10,
    ui.text { "14° in ", { "Berlin", weight = "bold" }, ", ", { "cloudy", italic = true, color = "secondary" } },
    ui.text { { "struck", strikethrough = true }, " and ", { "underlined", underline = true } },
    ui.text { "Three lines of text that are centred below each other, with some space between them.", text_align = "center",
      line_spacing = 6 },
    ui.text { "The ends of these lines are aligned, as the author of this view wishes.", text_align = "trailing" },
    ui.hstack { ui.text "Label", ui.spacer(), ui.text "A value that needs more than one line beside its label" },
    ui.text { "1,111.11", tabular = true, font = "title" },
    ui.text { "888.88", tabular = true, font = "title" },
    ui.text { "rounded", font = { size = 22, design = "rounded", weight = "semibold" } },
    ui.text { "a serif", font = { size = 22, design = "serif" } },
    ui.text { "code()", monospaced = true },
  }
end
