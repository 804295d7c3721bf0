import process from 'node:process'

const ok = JSON.stringify({ status: 'ok', service: 'docs' })
const ready = JSON.stringify({ status: 'ready', checks: {} })

/** What Prometheus reads of every process, in its text format. */
const metrics = () => `# TYPE process_resident_memory_bytes gauge
process_resident_memory_bytes ${process.memoryUsage.rss()}
# TYPE process_start_time_seconds gauge
process_start_time_seconds ${Math.round(Date.now() / 1000 - process.uptime())}
`

const pages = {
  '/health/live': ['application/json', () => ok],
  '/health/ready': ['application/json', () => ready],
  '/metrics': ['text/plain; version=0.0.4; charset=utf-8', metrics],
}

/** Replies to health and metrics, and says whether the request was one of these. The site holds nothing that could be missing. */
export function replyHealth(request, reply) {
  const page = request.method === 'GET' ? pages[request.url] : undefined
  if (page === undefined) return false
  const [type, text] = page
  reply.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(text())
  return true
}
