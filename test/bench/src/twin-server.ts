import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** Serves a twin on the port of its environment until SIGINT. A request that fails is 500, which ends the benchmark. */
export function serveTwin(handle: (request: IncomingMessage, response: ServerResponse) => Promise<unknown>): void {
  createServer((request, response) => {
    if (request.url === '/health/ready') return void response.end()
    void handle(request, response).catch((error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
      response.writeHead(500).end()
    })
  }).listen(Number(process.env['PORT']), '127.0.0.1')
  process.on('SIGINT', () => process.exit(0))
}

export function sendJson(
  response: ServerResponse,
  json: string,
  headers: Readonly<Record<string, string>> = {},
  status = 200,
): void {
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(json),
    'Cache-Control': 'no-store',
    ...headers,
  })
  response.end(json)
}
