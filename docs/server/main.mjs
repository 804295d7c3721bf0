// Serves the built site. HOST and PORT say where; SITE names the folder that the build wrote.
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { createSiteServer } from './create-site-server.mjs'

const { HOST = '127.0.0.1', PORT = '8088', SITE = fileURLToPath(new URL('../dist', import.meta.url)) } = process.env
if (!/^\d{1,5}$/.test(PORT) || Number(PORT) > 65_535) {
  process.stderr.write(`PORT must be a port from 0 to 65535, not "${PORT}".\n`)
  process.exit(78)
}
const server = createSiteServer(SITE)
server.once('error', (error) => {
  process.stderr.write(`The site cannot be served on ${HOST}:${PORT}: ${error.code}\n`)
  process.exit(1)
})
server.listen(Number(PORT), HOST, () =>
  process.stdout.write(`documentation on http://${HOST}:${server.address().port}/\n`),
)

const end = () => {
  server.close()
  server.closeIdleConnections()
  // Readers who keep a request open do not keep the process.
  setTimeout(() => server.closeAllConnections(), 5_000).unref()
}
process.once('SIGTERM', end)
process.once('SIGINT', end)
