import { setTimeout } from 'node:timers/promises'
import { patienceMs, type ServiceProcess, waitFor } from './service-process.ts'

/** What somebody asks, as it is at that moment: a path from the origin on, and the headers. */
export type Asking = () => { readonly path: string; readonly headers: Readonly<Record<string, string>> }

/**
 * People who ask without a pause, each one request at a time, at whoever serves at the moment. A request that is refused or lost is not
 * sent again: each shows in `outcomes`, by its status or its error.
 */
export class Traffic {
  readonly outcomes = new Map<string, number>()
  #serving: readonly ServiceProcess[]
  /** Whom each person waits for. */
  readonly #asked: (ServiceProcess | undefined)[] = []
  #isOver = false
  readonly #people: Promise<void>[]

  constructor(serving: readonly ServiceProcess[], people: readonly Asking[]) {
    this.#serving = serving
    this.#people = people.map((asking, person) => this.#use(asking, person))
  }

  async #use(asking: Asking, person: number): Promise<void> {
    for (let turn = person; !this.#isOver; turn += 1) {
      const process = this.#serving[turn % this.#serving.length]!
      this.#asked[person] = process
      const outcome = await this.#once(asking, process).catch(String)
      this.#asked[person] = undefined
      this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1)
      await setTimeout(10) // what starts and ends meanwhile needs the machine too
    }
  }

  async #once(asking: Asking, { url }: ServiceProcess): Promise<string> {
    const { path, headers } = asking()
    const answer = await fetch(`${url}${path}`, { headers })
    await answer.arrayBuffer()
    return String(answer.status)
  }

  /** Sends nothing more to who is not among these; resolves when nothing is on its way to them. */
  async moveTo(serving: readonly ServiceProcess[]): Promise<void> {
    const left = new Set(this.#serving.filter((process) => !serving.includes(process)))
    this.#serving = serving
    await waitFor(
      'the last answers',
      patienceMs,
      () => this.#asked.every((process) => process === undefined || !left.has(process)) || undefined,
    )
  }

  /** Resolves when as many requests more have been answered. */
  async more(count: number): Promise<void> {
    const answered = (): number => [...this.outcomes.values()].reduce((sum, each) => sum + each, 0)
    const until = answered() + count
    await waitFor(`${count} more requests`, patienceMs, () => answered() >= until || undefined)
  }

  async end(): Promise<ReadonlyMap<string, number>> {
    this.#isOver = true
    await Promise.all(this.#people)
    return this.outcomes
  }
}
