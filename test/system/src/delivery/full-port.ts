import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Worker } from 'node:worker_threads'

/** A port on which somebody listens who takes nobody any more: who connects to it hears nothing. */
export interface FullPort {
  readonly origin: string
  readonly close: () => Promise<void>
}

const backlog = 1

/** The system keeps one connection more than it is told to for a listener that is busy; for all others it lets the first word fall. */
export async function startFullPort(): Promise<FullPort> {
  // A thread of its own, which never comes to accept anything.
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
