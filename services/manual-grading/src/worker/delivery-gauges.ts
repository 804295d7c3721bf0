import { findDeliveryControl } from '@course-grading/data/delivery/delivery-control-queries'
import { countDeliveries } from '@course-grading/data/delivery/delivery-gauges'
import { type Job, startJob } from '@course-grading/jobs/start-job'
import type { DeliveryNumbers } from './telemetry/delivery-metrics.ts'
import type { WorkerDeps } from './deps/worker-deps.ts'

interface DeliveryGaugesUpkeep extends Job {
  readonly numbers: () => DeliveryNumbers
}

const everyMs = 15_000
const none: DeliveryNumbers = {
  held: 0,
  pending: 0,
  sending: 0,
  refused: 0,
  ambiguous: 0,
  ambiguousUnder15m: 0,
  ambiguousUnder1h: 0,
  ambiguousUnder1d: 0,
  ambiguousOver1d: 0,
  oldestAmbiguousS: 0,
  oldestDueS: 0,
  isHeld: false,
  isSettling: false,
}

export function startDeliveryGauges({
  database,
  logger,
  stopping,
}: Pick<WorkerDeps, 'database' | 'logger' | 'stopping'>): DeliveryGaugesUpkeep {
  let latest = none
  const { ended } = startJob({
    name: 'delivery_gauges',
    everyMs,
    stopping,
    logger,
    run: async () => {
      const [counts, { hold, settling }] = await Promise.all([countDeliveries(database), findDeliveryControl(database)])
      latest = { ...counts, isHeld: hold, isSettling: settling }
    },
  })
  return { ended, numbers: () => latest }
}
