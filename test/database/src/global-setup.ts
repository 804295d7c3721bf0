import { openClusterBroker } from './cluster-broker.ts'
import { startTestCluster } from './test-cluster.ts'

/** For vitest: one cluster for the whole run, the embedded PostgreSQL or the one whose owner DATABASE_URL is. */
export default async function setUp(): Promise<() => Promise<void>> {
  return await openClusterBroker(() => startTestCluster(process.env['DATABASE_URL']))
}
