#!/usr/bin/env python3
"""Times requests-cache returning responses stored in SQLite.  usage: peer.py URL NUMBER-OF-URLS FILE

Prints mean, median and 99th percentile in seconds. Exits with 7 if the library is not installed.
"""

import sys
import time

try:
    import requests_cache
except ImportError:
    sys.exit(7)

ROUNDS = 400
url, count, file = sys.argv[1], int(sys.argv[2]), sys.argv[3]
session = requests_cache.CachedSession(file, backend="sqlite", cache_control=True)


def ask(i):
    response = session.get("%s?%d" % (url, i % count))
    assert response.from_cache and len(response.content) == 1024


for i in range(count):
    session.get("%s?%d" % (url, i))
began = time.perf_counter()
for i in range(ROUNDS):
    ask(i)
whole = time.perf_counter() - began
times = []
for i in range(ROUNDS):
    before = time.perf_counter()
    ask(i)
    times.append(time.perf_counter() - before)
times.sort()
print("%.9f %.9f %.9f" % (whole / ROUNDS, times[ROUNDS // 2], times[ROUNDS * 99 // 100]))
