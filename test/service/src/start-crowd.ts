import { Agent, request } from 'node:http'

interface CrowdRequest {
  readonly url: string
  readonly method?: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

interface Crowd {
  /** How many replies had each status so far. */
  readonly statuses: ReadonlyMap<number | undefined, number>
  readonly stop: () => Promise<void>
}

/** Sends `next` requests one after the other on each connection until it is stopped. */
export function startCrowd(connections: number, next: () => CrowdRequest): Crowd {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const statuses = new Map<number | undefined, number>()
  let hasEnded = false
  const ask = ({ url, body, ...options }: CrowdRequest): Promise<void> =>
    new Promise((resolve) => {
      const asked = request(url, { agent, ...options }, (reply) => {
        statuses.set(reply.statusCode, (statuses.get(reply.statusCode) ?? 0) + 1)
        reply.resume().once('close', resolve)
      })
      asked.once('error', () => resolve()).end(body)
    })
  const loops = Array.from({ length: connections }, async () => {
    while (!hasEnded) await ask(next())
  })
  return {
    statuses,
    stop: async () => {
      hasEnded = true
      await Promise.all(loops)
      agent.destroy()
    },
  }
}
