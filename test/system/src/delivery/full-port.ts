import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Worker } from 'node:worker_threads'

/** A port with a full backlog: a client that connects to it gets no reply. */
export interface FullPort {
  readonly origin: string
  readonly close: () => Promise<void>
}

const backlog = 1

/** For a listener that accepts nothing, the system queues one connection more than the backlog says. It drops the SYN of all others. */
export async function startFullPort(): Promise<FullPort> {
  // A blocked thread, which never accepts a connection.
  const listener = new Worker(
    `
    const { parentPort } = require('node:worker_threads')
    const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: ${backlog} }, () => {
      parentPort.postMessage(server.address().port)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
    })`,
    { eval: true },
  )
  const [port] = (await once(listener, 'message')) as [number]
  const waiting: Socket[] = []
  while (waiting.length <= backlog) {
    const socket = connect({ host: '127.0.0.1', port })
    await once(socket, 'connect')
    waiting.push(socket.on('error', () => {}))
  }
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      for (const socket of waiting) socket.destroy()
      await listener.terminate()
    },
  }
}
