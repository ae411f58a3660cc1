-- XML: elements with attributes, text and children; paths find them.
widget { name = "Stations", icon = "thermometer" }

local stations

function perform_update()
  local response, err = fetch("stations.xml")                 -- a file in the widget's folder, or any URL
  if not response then return update_result.failed(err) end
  local root, problem = response:xml()                        -- xml.decode does the same for a string
  if not root then return update_result.failed(problem) end
  stations = {}
  for _, station in ipairs(root:all("station")) do
    local readings = {}
    for _, reading in ipairs(station:all("reading")) do readings[reading.attributes.kind] = tonumber(reading.text) end
    stations[#stations + 1] = { name = station:value("name"), degrees = readings.temperature }
  end
  return update_result.new_data
end

function content()
  local rows = {}
  for _, station in ipairs(stations) do
    rows[#rows + 1] = ui.text { station.name .. "  " .. format.number(station.degrees) .. " °C" }
  end
  return ui.vstack { align = "leading", rows }
end
