import { setTimeout } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { readiness, type ServiceProcess, untilReadiness, waitFor } from '../service-process.ts'

export interface BalancedRequest {
  readonly method?: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

interface BalancedReply {
  readonly status: number
  readonly etag: string
}

/** One turn of a client that takes several requests. Returns the label under which it is counted. */
export type Turn = (send: (request: BalancedRequest) => Promise<BalancedReply>) => Promise<string>

/** A load balancer: it sends requests to the processes that were ready at the last check, at most a second ago. */
class Balancer {
  readonly replicas: ServiceProcess[] = []
  readonly #agent = new Agent({ connections: 8, keepAliveTimeout: 60_000 })
  #ready: ServiceProcess[] = []
  #next = 0
  readonly #polling: Promise<void>
  #hasEnded = false

  constructor(replicas: readonly ServiceProcess[]) {
    this.replicas.push(...replicas)
    this.#ready = [...replicas]
    this.#polling = this.#poll()
  }

  async #poll(): Promise<void> {
    while (!this.#hasEnded) {
      const found = await Promise.all(
        this.replicas.map(async (replica) => ({ replica, status: await readiness(replica) })),
      )
      this.#ready = found.filter(({ status }) => status === 200).map(({ replica }) => replica)
      await setTimeout(1_000)
    }
  }

  isSending(to: ServiceProcess): boolean {
    return this.#ready.includes(to)
  }

  async send({ method = 'GET', path, headers, body = '' }: BalancedRequest): Promise<BalancedReply> {
    this.#next += 1
    const { url } = this.#ready[this.#next % this.#ready.length]!
    const reply = await request(`${url}${path}`, {
      dispatcher: this.#agent,
      method,
      headers,
      body: body === '' ? null : body,
    })
    await reply.body.dump()
    return { status: reply.statusCode, etag: String(reply.headers['etag']) }
  }

  async close(): Promise<void> {
    this.#hasEnded = true
    await this.#polling
    await this.#agent.close()
  }
}

/**
 * Runs three replicas under load. The oldest one gets SIGTERM and is replaced, repeatedly. Returns how many requests ended with each
 * status or error, and how many turns of the other clients with each label.
 */
export async function restartInTurn({
  restarts,
  start,
  requests,
  turns = [],
}: {
  readonly restarts: number
  readonly start: () => Promise<ServiceProcess>
  readonly requests: readonly BalancedRequest[]
  /** Each connection has its own client. */
  readonly turns?: readonly Turn[]
}): Promise<ReadonlyMap<string, number>> {
  const balancer = new Balancer(await Promise.all([start(), start(), start()]))
  const outcomes = new Map<string, number>()
  let answered = 0
  let hasEnded = false
  const repeat = async (outcomeOf: (turn: number) => Promise<string>): Promise<void> => {
    for (let turn = 0; !hasEnded; turn += 1) {
      const outcome = await outcomeOf(turn).catch(String)
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      answered += 1
      await setTimeout(5)
    }
  }
  const clients = [
    ...Array.from({ length: 8 }, (_, client) =>
      repeat(async (turn) => String((await balancer.send(requests[(client + turn) % requests.length]!)).status)),
    ),
    ...turns.map((each) => repeat(() => each((request) => balancer.send(request)))),
  ]
  try {
    for (let restart = 0; restart < restarts; restart += 1) {
      const leaving = balancer.replicas[0]!
      await waitFor('all to be sent requests', () => balancer.replicas.every((replica) => balancer.isSending(replica)))
      leaving.signal('SIGTERM')
      await untilReadiness(leaving, 503)
      const code = await leaving.exited
      await waitFor('a hundred requests a restart', () => answered > 100 * (restart + 1))
      if (code !== 0) throw new Error(`a replica ended with ${code}`)
      balancer.replicas.splice(0, 1)
      balancer.replicas.push(await start())
    }
  } finally {
    hasEnded = true
    await Promise.all(clients)
    await balancer.close()
  }
  return outcomes
}
