-- csv.decode: a table from a file in the widget's folder, or from a URL.
widget { name = "Cities", icon = "map" }

local cities = {}

function perform_update()
  local file, err = fetch("cities.csv")
  if not file then return update_result.failed(err) end
  local records, wrong = csv.decode(file.body)
  if not records then return update_result.failed(wrong) end   -- the error has a line and a column
  cities = records
  return update_result.new_data
end

function content()
  local rows = {}
  for _, city in ipairs(cities) do
    -- Values are strings; the widget converts numbers.
    rows[#rows + 1] = ui.hstack { ui.text { city.city }, ui.spacer(), ui.text { format.number(tonumber(city.residents)) } }
  end
  return ui.vstack(rows)
end
