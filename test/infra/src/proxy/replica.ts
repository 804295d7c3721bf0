import { once } from 'node:events'
import { createServer, type Server } from 'node:http'

/** A container of public-api: until it is open it replies 503, and when it ends it finishes what it has begun. */
export class Replica {
  requests = 0
  isOpen = false
  isAttached = true
  breaksOff = false
  readonly name: string
  readonly created: string
  readonly port: number
  readonly #server: Server

  /** `written` gets the path of each write. */
  constructor(name: string, created: string, port: number, written: string[]) {
    this.name = name
    this.created = created
    this.port = port
    this.#server = createServer((asked, reply) => {
      this.requests += 1
      if (asked.method === 'PUT') written.push(asked.url ?? '')
      asked.resume().on('end', () => {
        if (this.breaksOff) asked.socket.destroy()
        else reply.writeHead(this.isOpen ? 200 : 503).end()
      })
    })
  }

  get isRunning(): boolean {
    return this.#server.listening
  }

  get isReached(): boolean {
    return this.isRunning && this.isAttached
  }

  async listen(): Promise<void> {
    await once(this.#server.listen(this.port, '127.0.0.1'), 'listening')
  }

  async end(): Promise<void> {
    if (!this.isRunning) return
    this.#server.prependListener('request', (_asked, reply) => (reply.shouldKeepAlive = false))
    await new Promise((ended) => this.#server.close(ended))
  }
}
