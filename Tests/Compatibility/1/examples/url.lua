-- url: parse, build and encode URLs.
widget { name = "URL", icon = "link" }

function perform_update() return update_result.new_data end

function content()
  local parts = url.parse("https://example.com/search?q=new%20moon&tag=a&tag=b")
  local asked = parts.query.q
  parts.path, parts.query = "/find", { q = "50 % off" }
  return ui.vstack { align = "leading",
    ui.text { "asked for " .. asked .. " on " .. parts.host },
    ui.text { url.build(parts), font = "footnote" },
    ui.text { url.encode { from = "Tel Aviv", to = "London" }, font = "footnote" },
    ui.text { url.decode("caf%C3%A9"), font = "footnote" },
  }
end
