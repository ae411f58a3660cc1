-- Text: styles, weights, colours, wrapping and truncation.
widget { name = "Text", icon = "textformat" }

function perform_update() return update_result.new_data end

function content()
  return ui.vstack { align = "leading",
    ui.text { "Connections", font = "title" },
    ui.text { "to town", font = "subheadline", color = "secondary" },
    ui.divider(),
    ui.hstack {
      ui.text { "bold", weight = "bold" }, ui.text { "italic", italic = true }, ui.text { "mono", monospaced = true },
      ui.text { "red", color = "red" }, ui.text { "dim", opacity = 0.5 },
    },
    ui.label { "All trains are on time", icon = "checkmark", color = "green" },
    ui.link { "Timetable", url = "https://example.com/timetable" },
    ui.divider(),
    ui.text { "A long text wraps at the edge of the widget, between words wherever that is possible.", line_limit = 3 },
    ui.text { "What does not fit is cut at the end of its only line.", line_limit = 1 },
    ui.text { "or in the middle of it: Sources/WidgetRendering/Layout.swift", line_limit = 1, truncation = "middle" },
    ui.text { "שלום עולם" },
    ui.text { "日本語のテキストも折り返されます。", color = "teal" },
  }
end
