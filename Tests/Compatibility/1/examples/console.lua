-- print and log: lines for the developer, on standard error. --verbose adds debug lines, --quiet hides all.
widget { name = "Console", icon = "terminal" }

function perform_update(context)
  print("updating because of", context.reason)
  log.debug("seen only with --verbose")
  log.info("three planets:", table.concat({ "Mercury", "Venus", "Earth" }, ", "))
  log.warning("and no moons")
  return update_result.new_data
end

function content() return ui.label { "Look at the console", icon = "eye" } end
