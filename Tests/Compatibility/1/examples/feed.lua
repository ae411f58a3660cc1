-- feed.parse: RSS, Atom and JSON Feed in one format.
widget { name = "Headlines", icon = "newspaper", refresh = "30m" }

local news

function perform_update()
  local response, err = fetch("news.xml")                     -- a file in the widget's folder, or any URL
  if not response then return update_result.failed(err) end
  local parsed, problem = feed.parse(response)
  if not parsed then return update_result.failed(problem) end
  news = parsed
  return update_result.new_data
end

function content()
  local rows = { ui.text { news.title, font = "headline" } }
  for i = 1, math.min(3, #news.items) do
    local item = news.items[i]
    rows[#rows + 1] = ui.text { item.title }
    rows[#rows + 1] = ui.text { format.relative(item.published), font = "caption" }
  end
  return ui.vstack { align = "leading", spacing = 4, rows }
end
