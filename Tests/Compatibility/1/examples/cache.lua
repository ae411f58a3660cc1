-- cache: values that can be computed again. They expire, and may be evicted earlier.
widget { name = "Cache", icon = "tray", refresh = "1m" }

local greeting, age

function perform_update()
  -- The function runs only when nothing is stored, or the stored value is older than an hour.
  greeting = cache.remember("greeting", "1h", function()
    return { text = "Made at " .. format.date(date.now(), "time"), number = math.random(100) }
  end)
  age = select(2, cache.get("greeting"))
  cache.set("short", "expires in a minute", "1m")
  cache.remove("old")
  return update_result.new_data
end

function content()
  if not greeting then return ui.activity_indicator {} end
  return ui.vstack {
    ui.label { greeting.text, icon = "clock" },
    ui.hstack { ui.text { "Number", color = "secondary" }, ui.spacer(), ui.text { greeting.number } },
    ui.button { "Clear", action = cache.clear },
    ui.hstack { ui.text { "Age", color = "secondary" }, ui.spacer(), ui.text { format.duration(math.floor(age or 0)) } },
  }
end
