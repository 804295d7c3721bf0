// Serves the built site. HOST and PORT say where; SITE names the folder that the build wrote; health and metrics are on the same
// port, or on OPS_PORT alone.
import { createServer } from 'node:http'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { createSiteServer, limits } from './create-site-server.mjs'
import { replyHealth } from './health.mjs'

const {
  HOST = '127.0.0.1',
  PORT = '8088',
  OPS_PORT = '',
  // Two folders up in the repository and in an image.
  SITE = fileURLToPath(new URL('../../docs/dist', import.meta.url)),
} = process.env
const ports = { PORT, ...(OPS_PORT !== '' && { OPS_PORT }) }
for (const [name, port] of Object.entries(ports)) {
  if (/^\d{1,5}$/.test(port) && Number(port) <= 65_535) continue
  process.stderr.write(`${name} must be a port from 0 to 65535, not "${port}".\n`)
  process.exit(78)
}

const servers = [
  { port: Number(PORT), server: createSiteServer(SITE, OPS_PORT === '' ? replyHealth : () => false) },
  ...(OPS_PORT === '' ? [] : [{ port: Number(OPS_PORT), server: createServer(limits, replyHealthAlone) }]),
]

const end = () => {
  for (const { server } of servers) {
    server.close()
    server.closeIdleConnections()
    // Readers who keep a request open do not keep the process.
    setTimeout(() => server.closeAllConnections(), 5_000).unref()
  }
}
process.once('SIGTERM', end)
process.once('SIGHUP', end)
process.once('SIGINT', end)

for (const { port, server } of servers) {
  server.once('error', (error) => {
    process.stderr.write(`The site cannot be served on ${HOST}:${port}: ${error.code}\n`)
    process.exit(1)
  })
  await new Promise((listening) => server.listen(port, HOST, listening))
}
const [site, ops] = servers.map(({ server }) => server.address().port)
process.stdout.write(`${JSON.stringify({ event: 'listening', url: `http://${HOST}:${site}/`, port: site, opsPort: ops })}\n`)

function replyHealthAlone(request, reply) {
  if (!replyHealth(request, reply)) reply.writeHead(404).end()
}
