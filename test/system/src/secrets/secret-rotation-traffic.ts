import { setTimeout } from 'node:timers/promises'
import { type ServiceProcess, waitFor } from '../service-process.ts'

/** Builds a request: its path and its headers. */
export type Asking = () => { readonly path: string; readonly headers: Readonly<Record<string, string>> }

/**
 * Users who send requests without a pause, each one at a time, to the processes that serve at the moment. A rejected or lost request is not
 * repeated. `outcomes` counts each by its status or its error.
 */
export class Traffic {
  readonly outcomes = new Map<string, number>()
  #serving: readonly ServiceProcess[]
  /** The process from which each user awaits a reply. */
  readonly #asked: (ServiceProcess | undefined)[] = []
  #hasEnded = false
  readonly #people: Promise<void>[]

  constructor(serving: readonly ServiceProcess[], people: readonly Asking[]) {
    this.#serving = serving
    this.#people = people.map((asking, person) => this.#use(asking, person))
  }

  async #use(asking: Asking, person: number): Promise<void> {
    for (let turn = person; !this.#hasEnded; turn += 1) {
      const process = this.#serving[turn % this.#serving.length]!
      this.#asked[person] = process
      const outcome = await this.#once(asking, process).catch(String)
      this.#asked[person] = undefined
      this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1)
      await setTimeout(10) // leaves processor time for processes that start and end
    }
  }

  async #once(asking: Asking, { url }: ServiceProcess): Promise<string> {
    const { path, headers } = asking()
    const reply = await fetch(`${url}${path}`, { headers })
    await reply.arrayBuffer()
    return String(reply.status)
  }

  /** Sends no more requests to other processes than these. Resolves when the others have replied to all requests. */
  async moveTo(serving: readonly ServiceProcess[]): Promise<void> {
    const left = new Set(this.#serving.filter((process) => !serving.includes(process)))
    this.#serving = serving
    await waitFor('the last replies', () => this.#asked.every((process) => process === undefined || !left.has(process)))
  }

  /** Resolves when this many more requests have been answered. */
  async more(count: number): Promise<void> {
    const answered = (): number => [...this.outcomes.values()].reduce((sum, each) => sum + each, 0)
    const until = answered() + count
    await waitFor(`${count} more requests`, () => answered() >= until)
  }

  async end(): Promise<ReadonlyMap<string, number>> {
    this.#hasEnded = true
    await Promise.all(this.#people)
    return this.outcomes
  }
}
