import type { Defect } from '../defect.ts'

const caughtIn = (file: string, test: string): Defect['caughtBy'] => ({
  file: `test/system/src/delivery/${file}.long.test.ts`,
  test,
})
const killed = caughtIn(
  'named-moments',
  'a worker that is killed > leaves each delivery, at any moment, in a state from which another worker can continue',
)
const killedDatabase = caughtIn('database-failures', 'a database that is killed and started again > leads to one send')

const worker = 'services/manual-grading/src/worker'
const statements = 'libs/data/src/delivery'

/** Mistakes after which a grade arrives twice, or has a wrong state, when a worker or its database fails at the wrong moment. */
export const deliveries: readonly Defect[] = [
  {
    title: 'a worker sends whether the send has started or not, and however late',
    edits: [
      {
        file: `${worker}/send/open-send.ts`,
        old: "    if (!(await startSend(database, { deliveryId, epoch, openLeaseS: times.openLeaseS, seen }))) return { outcome: 'not_started' }",
        new: '    await startSend(database, { deliveryId, epoch, openLeaseS: times.openLeaseS, seen })',
      },
      {
        file: `${worker}/send/open-send.ts`,
        old: 'isLate: () => sinceMs() > maxStartToWriteMs',
        new: 'isLate: () => sinceMs() > maxStartToWriteMs * 1000',
      },
    ],
    caughtBy: caughtIn(
      'late-reports',
      'a send start that is requested after its lease has ended > has no effect, for the next lease has sent the grade',
    ),
  },
  {
    title: 'a send whose worker was lost is sent again',
    edits: [
      {
        file: `${statements}/reap-expired-leases.ts`,
        old: "state = CASE WHEN ${isStarted} THEN 'ambiguous' ELSE 'pending' END,",
        new: "state = 'pending', started_at = NULL, send_number = delivery.send_number + 1,",
      },
      {
        file: `${statements}/reap-expired-leases.ts`,
        old: 'not_before = CASE WHEN NOT ${isStarted} THEN clock_timestamp() END,',
        new: 'not_before = clock_timestamp(),',
      },
      {
        file: `${statements}/reap-expired-leases.ts`,
        old: '      ambiguous_at = CASE WHEN ${isStarted} THEN clock_timestamp() END,\n',
        new: '',
      },
      {
        file: `${statements}/reap-expired-leases.ts`,
        old: 'next_verification_at = CASE WHEN ${isStarted} THEN\n        clock_timestamp() + make_interval(secs => ${firstVerificationS}::float8) END',
        new: 'next_verification_at = NULL',
      },
      {
        file: `${statements}/reap-expired-leases.ts`,
        old: "outcome = 'ambiguous', kind",
        new: "outcome = 'unsent', kind",
      },
      {
        file: `${statements}/reap-expired-leases.ts`,
        old: "step.to_state = 'ambiguous' AND delivery_send.delivery_id = step.delivery_id AND delivery_send.number = step.send_number",
        new: 'delivery_send.delivery_id = step.delivery_id AND delivery_send.number = step.send_number - 1 AND delivery_send.outcome IS NULL',
      },
    ],
    caughtBy: killed,
  },
  {
    title: 'a grade is sent inside a transaction',
    edits: [
      {
        file: `${worker}/deliver.ts`,
        old: '    const sent = await startAndSend(deps, delivery, { target, form, connection, before })',
        new: '    const sent = await deps.database.transaction((tx) => startAndSend({ ...deps, database: tx as never }, delivery, { target, form, connection, before }))',
      },
    ],
    caughtBy: killedDatabase,
  },
  {
    title: 'the send starts before the verification',
    edits: [
      {
        file: `${worker}/deliver.ts`,
        old: '    const before = await verifyBeforeSend(deps, delivery, target)',
        new: '    const start = await openSend(deps, delivery, { maxPoints: null, graderId: null })\n    const before = await verifyBeforeSend(deps, delivery, target)',
      },
      {
        file: `${worker}/deliver.ts`,
        old: 'startAndSend(deps, delivery, { target, form, connection, before })',
        new: 'startAndSend(deps, delivery, { target, form, connection, before }, start)',
      },
      {
        file: `${worker}/deliver.ts`,
        old: '{ target, form, connection, before: { seen, maxPoints } }: ReadyToSend,\n)',
        new: '{ target, form, connection }: ReadyToSend,\n  start: Awaited<ReturnType<typeof openSend>>,\n)',
      },
      {
        file: `${worker}/deliver.ts`,
        old: '  const start = await openSend(deps, delivery, { maxPoints, graderId: seen.graderId })\n',
        new: '',
      },
    ],
    caughtBy: caughtIn(
      'before-the-start',
      'what goes wrong before the send start > when its worker is killed never makes a delivery ambiguous',
    ),
  },
  {
    title: 'the outcome of a send is recorded by a worker that no longer has the lease',
    edits: [
      {
        file: `${statements}/record-outcome.ts`,
        old: 'const isStartedSend = sql.fragment`delivery.epoch = ${send.epoch}::integer AND delivery.started_at IS NOT NULL',
        new: 'const isStartedSend = sql.fragment`delivery.started_at IS NOT NULL',
      },
    ],
    caughtBy: {
      file: 'libs/data/src/delivery/record-outcome.test.ts',
      test: 'recordOutcome > returns false before the send start and for any other epoch',
    },
  },
  {
    title: 'a send start whose commit is unknown counts as committed',
    edits: [
      {
        file: `${worker}/send/open-send.ts`,
        old: "    return { outcome: 'unknown' }",
        new: "    return { outcome: 'started', sinceMs, isLate: () => false }",
      },
    ],
    caughtBy: killedDatabase,
  },
  {
    title: 'a send can start after its lease has ended',
    edits: [{ file: `${statements}/start-send.ts`, old: ' AND delivery.lease_until > clock_timestamp()', new: '' }],
    caughtBy: caughtIn(
      'database-failures',
      'a send start that reaches the database long after it was requested > has no effect when its lease has ended, although nobody has taken the delivery back',
    ),
  },
  {
    title: 'a standby that took over is followed without a pause',
    edits: [
      {
        file: `${statements}/delivery-control-queries.ts`,
        old: 'make_interval(secs => delivery_control.settle_s)',
        new: 'make_interval(secs => 0 * delivery_control.settle_s)',
      },
    ],
    caughtBy: caughtIn(
      'failover',
      'a standby of the embedded PostgreSQL > that had not received the send starts, and a worker that keeps running > causes a pause',
    ),
  },
]
