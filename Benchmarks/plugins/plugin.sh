#!/bin/bash
# A status bar plugin as people write them: fetches JSON and prints its first title.  usage: plugin.sh URL
body=$(curl -s "$1") || exit 1
title=$(jq -r '.items[0].title' <<< "$body")
echo "$title"
echo "---"
echo "Refresh | refresh=true"
