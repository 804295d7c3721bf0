import type { ServiceProcess } from '../service-process.ts'
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts'
import type { DeliveryWorld } from './delivery-world.ts'

/** A worker with its database proxy, which can be paused, killed and started again. */
export interface RestartableWorker {
  readonly proxy: DatabaseProxy
  /** The current worker. Null from a kill until the next one is ready. */
  readonly worker: () => ServiceProcess | null
  readonly pause: () => void
  readonly wake: () => void
  /** Sends SIGKILL. */
  readonly kill: () => Promise<void>
  /** Starts a worker unless one is running. Must not be called while one is being started. */
  readonly start: () => Promise<void>
  /** Stops the worker in an orderly way: it completes sends that have started. */
  readonly end: () => Promise<void>
}

export async function startRestartableWorker(
  world: DeliveryWorld,
  env: Record<string, string>,
): Promise<RestartableWorker> {
  const proxy = await startDatabaseProxy(world.databaseUrl)
  let worker: ServiceProcess | null = null
  const start = async (): Promise<void> => {
    worker ??= await world.worker({ DATABASE_URL: proxy.url, ...env })
  }
  await start()
  return {
    proxy,
    worker: () => worker,
    pause: () => worker?.signal('SIGSTOP'),
    wake: () => worker?.signal('SIGCONT'),
    async kill() {
      const killed = worker
      worker = null
      killed?.signal('SIGKILL')
      await killed?.exited
    },
    start,
    async end() {
      worker?.signal('SIGCONT')
      await worker?.stop()
      await proxy.close()
    },
  }
}
