import type { ServiceProcess } from '../service-process.ts'
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts'
import type { DeliveryWorld } from './delivery-world.ts'

/** A place for a worker, its way to the database included: whoever is killed there is followed by another. */
export interface WorkerStation {
  readonly proxy: DatabaseProxy
  /** Null from a kill until the next one is ready. */
  readonly worker: () => ServiceProcess | null
  readonly pause: () => void
  readonly wake: () => void
  /** SIGKILL. */
  readonly kill: () => Promise<void>
  /** Unless one is there; not while one is being started. */
  readonly start: () => Promise<void>
  /** In order: what is after the send start is seen to its end. */
  readonly end: () => Promise<void>
}

export async function openWorkerStation(world: DeliveryWorld, env: Record<string, string>): Promise<WorkerStation> {
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
