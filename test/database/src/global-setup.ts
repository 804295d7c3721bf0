import { openClusterBroker } from './cluster-broker.ts'
import { startTestCluster } from './test-cluster.ts'

/**
 * Global set-up of vitest: one cluster for the whole run, either the embedded PostgreSQL or a database of
 * DATABASE_URL's server.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  return await openClusterBroker(() => startTestCluster(process.env['DATABASE_URL']))
}
