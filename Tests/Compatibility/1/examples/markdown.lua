-- Texts from documents: Markdown as styled text, and HTML as plain text.
widget { name = "Release", icon = "doc.text" }

local notes = [[
## Version 2.1
- **Faster** start, *fewer* errors
- `--watch` follows ~~files~~ links
- See the [release page](https://example.com/releases/2.1)
]]

local comment = "<p>Works for me &ndash; thanks!</p><ul><li>Linux<li>macOS</ul><script>track()</script>"

function perform_update() return update_result.new_data end

function content()
  return ui.vstack { align = "leading", spacing = 8,
    ui.text(text.markdown(notes)),
    ui.divider(),
    ui.text { text.from_html(comment), font = "footnote", color = "secondary" },
    ui.text { "14° in ", { "Berlin", weight = "bold", color = "blue" } },
  }
end
