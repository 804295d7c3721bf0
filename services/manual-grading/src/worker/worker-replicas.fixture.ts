import { afterEach } from 'vitest'
import { startReplica, type TestService } from '../service.fixture.ts'

interface WorkerReplicas {
  /** The workers that run. */
  readonly workers: TestService[]
  readonly startWorker: (env?: Record<string, string>) => Promise<TestService>
}

/** Starts workers in addition to a service, as the tests of a file need them. */
export function useWorkers(service: () => TestService): WorkerReplicas {
  const workers: TestService[] = []
  const startWorker: WorkerReplicas['startWorker'] = async (env = {}) => {
    const worker = await startReplica(service(), { ROLE: 'worker', ...env })
    workers.push(worker)
    return worker
  }
  afterEach(async () => {
    service().upstream.faults.clear()
    await Promise.all(workers.splice(0).map((worker) => worker.stop()))
  })
  return { workers, startWorker }
}
