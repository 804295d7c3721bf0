import { randomUUID } from 'node:crypto'
import { createDatabase, type Database } from '@course-grading/data/database'
import { leaseDelivery } from '@course-grading/data/delivery/lease-delivery'
import { cloneTemplate, type TestClusterAccess } from '@course-grading/test-database'
import { seedDemoWorld } from '@course-grading/test-kit'
import { Client } from 'pg'
import { median } from '../summarise.ts'
import { writeDeliveries } from './write-deliveries.ts'

interface LeaseCost {
  readonly finished: number
  readonly pending: number
  /** Medians for the lease statement, run through the product's own client. */
  readonly msAfterNone: number
  readonly msAfterAll: number
}

const size = { finished: 1_000_000, pending: 10_000, leases: 500 }

/**
 * Measures what a lease costs with a long history and with none. The two alternate, so that other work of the machine affects
 * both alike.
 */
export async function measureLeaseCost(cluster: TestClusterAccess): Promise<LeaseCost> {
  const { finished, pending, leases } = size
  const [afterNone, afterAll] = [
    await openFilled(cluster, { finished: 0, pending }),
    await openFilled(cluster, { finished, pending }),
  ]
  const ms: Record<'none' | 'all', number[]> = { none: [], all: [] }
  for (let lease = 0; lease < leases; lease += 1) {
    ms.none.push(await leaseMs(afterNone))
    ms.all.push(await leaseMs(afterAll))
  }
  await Promise.all([afterNone.end(), afterAll.end()])
  return { finished, pending, msAfterNone: median(ms.none), msAfterAll: median(ms.all) }
}

async function openFilled(
  cluster: TestClusterAccess,
  { finished, pending }: { readonly finished: number; readonly pending: number },
): Promise<Database> {
  const { ownerUrl, urls } = await cloneTemplate(cluster)
  await seedDemoWorld(ownerUrl)
  const owner = new Client({ connectionString: ownerUrl })
  await owner.connect()
  if (finished > 0) await writeDeliveries(owner, { first: 1, count: finished, state: 'delivered' })
  await writeDeliveries(owner, { first: finished + 1, count: pending, state: 'pending' })
  await owner.query('CHECKPOINT')
  await owner.end()
  // Only the statement is measured, since a commit waits equally long for the disk with any history.
  const url = new URL(urls.manualGrading)
  url.searchParams.set('options', '-c synchronous_commit=off')
  return await createDatabase({ url: url.href, applicationName: 'lease cost', poolMax: 1 })
}

async function leaseMs(database: Database): Promise<number> {
  const startedAt = performance.now()
  if ((await leaseDelivery(database, { workerId: randomUUID(), leaseS: 60 })) === null)
    throw new Error('nothing was due')
  return performance.now() - startedAt
}
