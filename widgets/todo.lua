-- A list of things to do: type one and press Enter, tick it off, clear what's done. It stays on this machine.
widget {
  name = "To Do",
  icon = "list.bullet",
  description = "Things to do: add, tick off, clear.",
  refresh = "never",
}

local LIMIT = 100
defaults.register { items = json.array {} }   -- { text, done }, the newest last

local function change(edit)
  local items = defaults.get "items"
  edit(items)
  defaults.set("items", items)
end

local function add(text)
  text = text:match "^%s*(.-)%s*$"
  if text == "" then return end
  change(function(items)
    -- What's done makes room first.
    for i = 1, #items do
      if #items < LIMIT then break end
      if items[i] and items[i].done then table.remove(items, i) end
    end
    if #items < LIMIT then items[#items + 1] = { text = text, done = false } end
  end)
end

local function toggle(index)
  return function() change(function(items) items[index].done = not items[index].done end) end
end

local function clear()
  change(function(items)
    for i = #items, 1, -1 do
      if items[i].done then table.remove(items, i) end
    end
  end)
end

local function row(item, index)
  return ui.toggle { item.text, on = item.done, id = "item" .. index, action = toggle(index),
                     color = item.done and "secondary" or nil }
end

function content(context)
  local items, open, done = defaults.get "items", {}, {}
  for i, item in ipairs(items) do
    local list = item.done and done or open
    list[#list + 1] = row(item, i)
  end
  if context.family == "inline" or context.family == "circular" then return ui.text(tostring(#open)) end

  local rows = { align = "leading", spacing = 6 }
  for _, list in ipairs { open, done } do
    for _, view in ipairs(list) do rows[#rows + 1] = view end
  end
  if #items == 0 then rows[1] = ui.text { "Nothing to do", color = "secondary" } end
  return ui.vstack { align = "leading", spacing = 8,
    #items < LIMIT and ui.text_field { id = "new", placeholder = "New", accessibility = "New thing to do", on_submit = add,
                                       priority = 1 }
      or ui.text { "The list is full", color = "secondary" },
    ui.private { ui.vstack(rows) },
    #done > 0 and ui.button { #done == 1 and "Clear 1 done" or "Clear " .. #done .. " done", id = "clear", action = clear },
  }
end
