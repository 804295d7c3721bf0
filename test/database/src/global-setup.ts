import { openClusterBroker } from './cluster-broker.ts'
import { startTestCluster } from './test-cluster.ts'

/**
 * Global set-up of vitest: one cluster for the whole run, on the embedded PostgreSQL or on the server that DATABASE_URL
 * names.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  return await openClusterBroker(() => startTestCluster(process.env['DATABASE_URL'], planner))
}

/**
 * A connection plans a statement once, not five times before it keeps the plan, which took an eighth of the time of these tests. Full runs
 * plan as production does.
 */
const planner = process.env['FULL'] === '1' ? {} : { plan_cache_mode: 'force_generic_plan' }
