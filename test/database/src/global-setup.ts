import { openClusterBroker } from './cluster-broker.ts'
import { startTestCluster } from './test-cluster.ts'

/**
 * Global set-up of vitest: one cluster for the whole run, on the embedded PostgreSQL or on the server that DATABASE_URL
 * names.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  return await openClusterBroker(() => startTestCluster(process.env['DATABASE_URL']))
}
