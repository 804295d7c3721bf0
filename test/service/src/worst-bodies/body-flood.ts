import { Agent, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

/** What a flood sends, until its thread is terminated. */
export interface Flood {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body: Uint8Array
  readonly connections: number
}

/** How many replies a flood has got, by status: told with each of them. */
export type FloodReplies = Readonly<Record<string, number>>

const { url, method, headers, body, connections } = workerData as Flood
const agent = new Agent({ keepAlive: true, maxSockets: connections })
const replies: Record<string, number> = {}

/** A reply may come, and the connection end, before the whole body is sent. */
async function sendOnce(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const lines = { ...headers, 'Content-Length': String(body.length) }
  const sending = request(url, { method, agent, headers: lines }, (reply) => {
    replies[String(reply.statusCode)] = (replies[String(reply.statusCode)] ?? 0) + 1
    parentPort?.postMessage(replies satisfies FloodReplies)
    reply.resume().once('close', resolve)
  })
  sending.once('error', () => resolve()).end(body)
  await promise
}

async function sendOnAndOn(): Promise<never> {
  for (;;) await sendOnce()
}

await Promise.all(Array.from({ length: connections }, sendOnAndOn))
