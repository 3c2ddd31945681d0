-- wrk: visits ten thousand links at random, or one of them (`-- hot`), as phones do.
local hot = false
function init(args)
  hot = args[1] == "hot"
  math.randomseed(os.time())
end
function request()
  local id = hot and 10000001 or 10000000 + math.random(0, 9999)
  return wrk.format("GET", "/t/" .. id, {
    ["User-Agent"] = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Snapchat/13.9.0.46",
    ["Accept-Language"] = "ar-SA,ar;q=0.9",
  })
end
