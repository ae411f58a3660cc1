-- format: numbers, sizes and times in the user's locale.
widget { name = "Format", icon = "number" }

function perform_update() return update_result.new_data end

local function row(name, value) return ui.hstack { ui.text { name, color = "secondary" }, ui.spacer(), ui.text { value } } end

function content()
  local now = date.now()
  return ui.vstack {
    row("number", format.number(1234567.891, { digits = 1 })),
    row("percent", format.percent(0.4273)),
    row("change", format.percent(-0.0198, { digits = 2, sign = "except_zero" })),
    row("currency", format.currency(1234.5, "EUR")),
    row("bytes", format.bytes(123456789)),
    row("date", format.date(now, "medium")),
    row("relative", format.relative(now - 7200)),
    row("duration", format.duration(3725)),
    row("list", format.list { "one", "two", "three" }),
    row("ordinal", format.ordinal(22)),
  }
end
