import { openClusterBroker } from './cluster-broker.ts'
import { startTestCluster } from './test-cluster.ts'

/** For vitest: one cluster for the whole run, on the embedded PostgreSQL or on the one DATABASE_URL names the owner of. */
export default async function setUp(): Promise<() => Promise<void>> {
  return await openClusterBroker(() => startTestCluster(process.env['DATABASE_URL']))
}
