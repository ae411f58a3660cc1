local greetings = {}

local words = { de = "Guten Tag", en = "Good day", es = "Buenos días", fr = "Bonjour" }

function greetings.hello(locale) return words[locale:sub(1, 2)] or words.en end

return greetings
