-- Returns the CPU seconds of one decode and one encode, the best of three rounds. The same code measures every library.
return function(decode, encode, text, rounds)
  local function best(operation, argument)
    local least = math.huge
    for _ = 1, 3 do
      local began = os.clock()
      for _ = 1, rounds do operation(argument) end
      least = math.min(least, (os.clock() - began) / rounds)
    end
    return least
  end
  return best(decode, text), best(encode, (decode(text)))
end
