-- A share price with its day.
widget { name = "ACME", icon = "chart.line.uptrend.xyaxis", families = { "small", "medium", "large", "inline" } }

local prices = {}
for i = 1, 78 do prices[i] = 182 + 0.07 * i + 2.4 * math.sin(i / 7) + 0.8 * math.sin(i / 2.3) end
local price, opening = prices[#prices], prices[1]
local change = price - opening
local color = change >= 0 and "green" or "red"

local function signed(number, decimals) return string.format("%+." .. decimals .. "f", number):gsub("-", "−") end

local function price_and_change(size)
  return ui.vstack { spacing = 0,
    ui.text { string.format("%.2f", price), font = { size = size, weight = "semibold", design = "rounded" }, min_scale = 0.6,
      line_limit = 1 },
    ui.text { (signed(change, 2)), "  (", (signed(100 * change / opening, 1)), " %)", font = "footnote", weight = "medium",
      color = color, line_limit = 1, min_scale = 0.7 } }
end

function content(context)
  local family = context.family or context.display_mode == "compact" and "medium" or nil
  if family == "inline" then
    return ui.hstack { ui.icon(change >= 0 and "arrow.up.right" or "arrow.down.right"),
      ui.text { string.format("ACME %.2f ", price), (signed(100 * change / opening, 1)), " %" } }
  elseif family == "small" then
    return ui.vstack { price_and_change(30), ui.spacer(),
      ui.chart { type = "spark", values = prices, color = color, height = 36 } }
  elseif family == "medium" then
    return ui.hstack { spacing = 16, price_and_change(30),
      ui.chart { type = "area", values = prices, color = color, axes = false, min = 180,
        max_height = math.huge } }
  end
  return ui.vstack { spacing = 12, price_and_change(40),
    ui.chart { type = "area", values = prices, color = color, min = 180, max_height = math.huge },
    ui.grid { columns = { "auto", { width = "flex", align = "trailing" }, "auto", { width = "flex", align = "trailing" } },
      ui.text { "Open", color = "secondary" }, ui.text(string.format("%.2f", opening)),
      ui.text { "Volume", color = "secondary", padding = { left = 16 } }, ui.text "3.1 M",
      ui.text { "High", color = "secondary" }, ui.text(string.format("%.2f", math.max(table.unpack(prices)))),
      ui.text { "P/E", color = "secondary", padding = { left = 16 } }, ui.text "24.6" } }
end
