import AsyncHTTPClient
import GRDB
import NIOHTTP1
