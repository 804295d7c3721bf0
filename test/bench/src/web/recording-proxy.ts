import { Agent, createServer, request } from 'node:http'

// Between web and frontend-internal: it tells how long calls were in flight, which is the boundary's own time of a page. Calls at
// the same time count once. `/busy` says the milliseconds since it was asked last.
const target = new URL(process.env['TARGET']!)
const agent = new Agent({ keepAlive: true })
let inFlight = 0
let since = 0
let busyMs = 0

createServer((asked, reply) => {
  if (asked.url === '/health/ready') return reply.end()
  if (asked.url === '/busy') {
    reply.end(JSON.stringify({ busyMs }))
    busyMs = 0
    return
  }
  if (inFlight === 0) since = performance.now()
  inFlight += 1
  reply.once('close', () => {
    inFlight -= 1
    if (inFlight === 0) busyMs += performance.now() - since
  })
  const { method, url: path, headers } = asked
  const forwarded = request({ host: target.hostname, port: target.port, agent, method, path, headers }, (answer) => {
    reply.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(reply)
  })
  forwarded.on('error', () => reply.destroy())
  asked.pipe(forwarded)
}).listen(Number(process.env['PORT']), '127.0.0.1')

process.once('SIGINT', () => process.exit())
