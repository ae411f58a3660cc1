-- tr: words in the user's language, from languages/strings/de.json and ar.json. theme.color: colours that each surface resolves.
widget { name = "Departures", icon = "tram.fill" }

function perform_update() return update_result.new_data end

function content()
  return ui.vstack {
    ui.text { tr("Next departures"), color = theme.color("accent") },
    ui.text { tr("{line} in {n} minutes", { line = "RE 7", n = 1 }) },
    ui.text { tr("{line} in {n} minutes", { line = "S 2", n = 12 }), color = theme.color("label", 0.6) },
  }
end
