import type { OpenDatabase } from './open-database.ts'
import type { ManagedChild, ChildPlan } from './managed-child.ts'
import { endedError, startChild, waitUntilReady } from './managed-child.ts'
import type { Processes } from './processes.ts'
import type { Say, Step } from './progress.ts'
import { StartError } from './start-error.ts'

const lateMs = 6_000

/** Everything that one start runs. It is stopped in the order services, simulator, database. */
export class RunningWorld {
  readonly #say: Say
  #database: OpenDatabase | undefined
  #simulator: ManagedChild | undefined
  readonly #services: ManagedChild[] = []
  readonly #failure = Promise.withResolvers<never>()
  #stopping: Promise<void> | undefined

  constructor(say: Say) {
    this.#say = say
    this.#failure.promise.catch(() => {})
  }

  /** Rejects if a process or the database ends without having been stopped. */
  get failure(): Promise<never> {
    return this.#failure.promise
  }

  holdDatabase(database: OpenDatabase): void {
    this.#database = database
    const { server } = database
    if (server === null) return
    void server.ended.then((code) => {
      const log = `${server.dataDir}/server.log`
      this.#fail(new StartError(`PostgreSQL ended by itself (exit code ${code}); its log is ${log}`))
    })
  }

  /** Starts all processes at once and waits until each is ready. */
  async startProcesses({ simulator, services, docs }: Processes, step: Step, signal: AbortSignal): Promise<void> {
    const first =
      simulator === null
        ? []
        : [
            this.#start(simulator, (child) => {
              this.#simulator = child
            }),
          ]
    const all = [
      ...first,
      ...[...services, ...(docs === null ? [] : [docs])].map((plan) =>
        this.#start(plan, (child) => {
          this.#services.push(child)
        }),
      ),
    ]
    // If one fails, all others must have started or failed before a stop, so that none starts after it.
    await Promise.allSettled(all)
    const children = await Promise.all(all)
    const waits = children.map(([child, plan]) => step(`Starting ${child.name}`, waitUntilReady(child, plan, signal)))
    await Promise.race([Promise.all(waits), this.failure])
  }

  async #start(plan: ChildPlan, hold: (child: ManagedChild) => void): Promise<[ManagedChild, ChildPlan]> {
    const child = await startChild(plan)
    hold(child)
    void child.ended.then((code) => {
      this.#fail(endedError(child, code))
    })
    return [child, plan]
  }

  #fail(error: StartError): void {
    if (this.#stopping === undefined) this.#failure.reject(error)
  }

  /** Stops everything. Further calls wait for the first. */
  async stop(): Promise<void> {
    this.#stopping ??= this.#stopInOrder()
    await this.#stopping
  }

  async #stopInOrder(): Promise<void> {
    const running = new Set(this.#services)
    const timer = setTimeout(() => {
      const names = [...running].map((child) => child.name).join(', ')
      this.#say(`Still finishing: ${names}. Press Ctrl-C again to end it now.`)
    }, lateMs)
    await Promise.all(
      this.#services.map(async (child) => {
        await child.stop()
        running.delete(child)
      }),
    )
    clearTimeout(timer)
    await this.#simulator?.stop()
    await this.#database?.close()
  }

  /**
   * Kills the services and the simulator, for the second Ctrl-C. The database still stops in order, which takes a
   * moment.
   */
  killServices(): void {
    for (const child of this.#services) child.kill()
    this.#simulator?.kill()
  }
}
