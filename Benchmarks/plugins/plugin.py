#!/usr/bin/env python3
"""A status bar plugin as people write them: fetches JSON and prints its first title.  usage: plugin.py URL"""

import json
import sys
import urllib.request

with urllib.request.urlopen(sys.argv[1]) as response:
    data = json.load(response)
print(data["items"][0]["title"])
print("---")
print("Refresh | refresh=true")
