import type { Catcher, Defect } from '../defect.ts'

const table = (test: string): Catcher => ({
  project: 'system',
  file: 'test/system/src/delivery/transport-table.long.test.ts',
  test: `the table of events and their effects on a delivery > ${test}`,
})
const killed: Catcher = {
  project: 'system',
  file: 'test/system/src/delivery/named-moments.long.test.ts',
  test: 'a worker that is killed > leaves each delivery, at any moment, in a state from which another worker can continue',
}
const slept: Catcher = {
  project: 'system',
  file: 'test/system/src/delivery/named-moments.long.test.ts',
  test: 'a worker that sleeps for longer than its leases > sends nothing a second time when it wakes up, after a stop at any moment',
}
const orphaned: Catcher = {
  project: 'system',
  file: 'test/system/src/delivery/database-failures.long.test.ts',
  test: 'a database that is killed, and its worker after it > leaves each delivery in a state that another worker can continue from',
}
const promoted: Catcher = {
  project: 'system',
  file: 'test/system/src/delivery/failover.long.test.ts',
  test: 'a standby of the embedded PostgreSQL > that is synchronous (on) and takes over > knows every send start',
}
const crowd: Catcher = {
  project: 'system',
  file: 'test/system/src/delivery/crowd.long.test.ts',
  test: 'many workers without a fault > send each of many grades to its origin exactly once, and record it as delivered',
}
const restarted: Catcher = {
  project: 'system',
  file: 'test/system/src/delivery/restarts.long.test.ts',
  test: 'grades that may have arrived > are not sent again across restarts',
}
const beforeStart: Catcher = {
  project: 'system',
  file: 'test/system/src/delivery/before-the-start.long.test.ts',
  test: 'what goes wrong before the send start > when its worker is killed never makes a delivery ambiguous',
}
const faultBeforeStart: Catcher = {
  ...beforeStart,
  test: 'what goes wrong before the send start > at the peer, the address or the capability never makes a delivery ambiguous',
}
const random: Catcher = {
  project: 'system',
  file: 'test/system/src/delivery/random-cycles.long.test.ts',
  test: 'workers that are disturbed at random moments > send every grade at most once, lose none, and record each in the correct state',
}
const late = (test: string): Catcher => ({
  project: 'system',
  file: 'test/system/src/delivery/late-reports.long.test.ts',
  test,
})

const worker = 'services/manual-grading/src/worker'
const callback = 'services/manual-grading/src/callback'
const statements = 'libs/data/src/delivery'

/** Mistakes after which a grade may arrive twice, or have a wrong state. */
export const delivery: readonly Defect[] = [
  {
    title: 'a worker sends whether the send has started or not, and however late',
    edits: [
      {
        file: `${worker}/send/open-send.ts`,
        old: "    if (!(await startSend(database, { deliveryId, epoch, openLeaseS: times.openLeaseS }))) return { outcome: 'not_started' }",
        new: '    await startSend(database, { deliveryId, epoch, openLeaseS: times.openLeaseS })',
      },
      {
        file: `${worker}/send/open-send.ts`,
        old: 'isLate: () => sinceMs() > maxStartToWriteMs',
        new: 'isLate: () => sinceMs() > maxStartToWriteMs * 1000',
      },
    ],
    caughtBy: [
      late(
        'a send start that is requested after its lease has ended > has no effect, for the next lease has sent the grade',
      ),
    ],
    always: true,
  },
  {
    title: 'a worker sends whether the send has started or not',
    edits: [
      {
        file: `${worker}/send/open-send.ts`,
        old: "    if (!(await startSend(database, { deliveryId, epoch, openLeaseS: times.openLeaseS }))) return { outcome: 'not_started' }",
        new: '    await startSend(database, { deliveryId, epoch, openLeaseS: times.openLeaseS })',
      },
    ],
    caughtBy: [promoted],
  },
  {
    title: 'a send whose worker was lost is sent again',
    edits: [
      {
        file: `${statements}/reap-expired-leases.ts`,
        old: "      SET state = CASE WHEN delivery.started_at IS NULL THEN 'pending' ELSE 'ambiguous' END,",
        new: "      SET state = 'pending', started_at = NULL, send_number = delivery.send_number + 1,",
      },
      {
        file: `${statements}/reap-expired-leases.ts`,
        old: '        not_before = CASE WHEN delivery.started_at IS NULL THEN clock_timestamp() END,',
        new: '        not_before = clock_timestamp(),',
      },
      {
        file: `${statements}/reap-expired-leases.ts`,
        old: '        ambiguous_at = CASE WHEN delivery.started_at IS NOT NULL THEN clock_timestamp() END,\n',
        new: '',
      },
      {
        file: `${statements}/reap-expired-leases.ts`,
        old: '        next_verification_at = CASE WHEN delivery.started_at IS NOT NULL THEN\n          clock_timestamp() + make_interval(secs => ${firstVerificationS}::float8) END',
        new: '        next_verification_at = NULL',
      },
      {
        file: `${statements}/reap-expired-leases.ts`,
        old: "SET outcome = 'ambiguous', kind",
        new: "SET outcome = 'unsent', kind",
      },
      {
        file: `${statements}/reap-expired-leases.ts`,
        old: "WHERE reaped.state = 'ambiguous' AND delivery_send.delivery_id = reaped.id AND delivery_send.number = reaped.send_number",
        new: 'WHERE delivery_send.delivery_id = reaped.id AND delivery_send.number = reaped.send_number - 1 AND delivery_send.outcome IS NULL',
      },
    ],
    caughtBy: [killed, slept, orphaned, random],
  },
  {
    title: 'a grade is sent inside a transaction',
    edits: [
      {
        file: `${worker}/deliver.ts`,
        old: '    if (ready !== null) await startAndSend(deps, delivery, ready)',
        new: '    if (ready !== null) await deps.database.transaction((tx) => startAndSend({ ...deps, database: tx as never }, delivery, ready))',
      },
    ],
    caughtBy: [killed, slept],
  },
  {
    title: 'the connection of a grade is kept',
    edits: [{ file: `${callback}/exchange.ts`, old: "Connection: 'close'", new: "Connection: 'keep-alive'" }],
    caughtBy: [table('never lets a grade be received twice')],
  },
  {
    title: 'the outcome of a send is recorded by a worker that no longer has the lease',
    edits: [
      {
        file: `${statements}/record-outcome.ts`,
        old: '      WHERE delivery.id = ${send.deliveryId}::uuid AND delivery.epoch = ${send.epoch}::integer AND delivery.started_at IS NOT NULL\n',
        new: '      WHERE delivery.id = ${send.deliveryId}::uuid AND delivery.started_at IS NOT NULL\n',
      },
      {
        file: `${statements}/record-outcome.ts`,
        old: '      WHERE delivery.id = target.id AND delivery.epoch = ${send.epoch}::integer AND delivery.started_at IS NOT NULL\n',
        new: '      WHERE delivery.id = target.id AND delivery.started_at IS NOT NULL\n',
      },
    ],
    caughtBy: [
      late(
        'a worker that slept while a person had its grade sent again > reports nothing about the send of another worker',
      ),
    ],
  },
  {
    title: "leases end by the clock of the worker's machine",
    edits: [
      {
        file: `${statements}/lease-delivery.ts`,
        old: 'lease_until = clock_timestamp() + make_interval(secs => ${leaseS}::float8), not_before',
        new: 'lease_until = to_timestamp(${Date.now() / 1000 + leaseS}::float8), not_before',
      },
    ],
    caughtBy: [late('a worker whose clock is off by -1 h'), late('a worker whose clock is off by 1 h')],
  },
  {
    title: 'two workers lease the same delivery',
    edits: [
      {
        file: `${statements}/lease-delivery.ts`,
        old: '      LIMIT 1\n      FOR NO KEY UPDATE SKIP LOCKED\n',
        new: '      LIMIT 1\n',
      },
      {
        file: `${statements}/lease-delivery.ts`,
        old: "      WHERE delivery.id = due.id AND delivery.state = 'pending'\n",
        new: '      WHERE delivery.id = due.id\n',
      },
    ],
    caughtBy: [crowd],
  },
  {
    title: 'a lease is taken back before its time',
    edits: [
      {
        file: `${statements}/reap-expired-leases.ts`,
        old: "WHERE delivery.state = 'sending' AND delivery.lease_until <= (SELECT clock_timestamp())",
        new: "WHERE delivery.state = 'sending'",
      },
      {
        file: `${statements}/reap-expired-leases.ts`,
        old: " AND delivery.state = 'sending' AND delivery.lease_until <= clock_timestamp()\n",
        new: " AND delivery.state = 'sending'\n",
      },
    ],
    caughtBy: [crowd],
  },
  {
    title: 'the outcome of a send is rejected when its lease has ended',
    edits: [
      {
        file: `${statements}/record-outcome.ts`,
        old: "        AND delivery.state IN ('sending', 'ambiguous')\n      FOR NO KEY UPDATE\n",
        new: "        AND delivery.state = 'sending'\n      FOR NO KEY UPDATE\n",
      },
    ],
    caughtBy: [slept],
  },
  {
    title: 'a verification with an unknown reply counts as one without a grade',
    edits: [
      {
        file: `${worker}/verification/verify-before-send.ts`,
        old: "throw new CallbackError('verification_failed')",
        new: "return { verdict: 'go_on', seen: { grade: 0, gradingTime: null, graderId: null } }",
      },
    ],
    caughtBy: [faultBeforeStart],
  },
  {
    title: 'a grade that a verification does not find is sent again',
    edits: [
      {
        file: `${worker}/verification/read-back.ts`,
        old: '  recordVerification,\n}',
        new: '  recordVerification,\n  resolveDelivery,\n}',
      },
      {
        file: `${worker}/verification/read-back.ts`,
        old: "  logger.warn('unclear grade not found upstream'",
        new: "  const request = { deliveryId, courseId: null, as: 'send_again', reason: 'Not found.', byUserId: null } as const\n  if (seen.verdict === 'unproven') await database.transaction((tx) => resolveDelivery(tx, request))\n  logger.warn('ambiguous grade not found upstream'",
      },
    ],
    caughtBy: [restarted],
  },
  {
    title: 'the send starts before the verification',
    edits: [
      {
        file: `${worker}/deliver.ts`,
        old: '    const ready = await verifyAndConnect(deps, delivery, prepared)\n    if (ready !== null) await startAndSend(deps, delivery, ready)',
        new: '    const start = await openSend(deps, delivery)\n    const ready = await verifyAndConnect(deps, delivery, prepared)\n    if (ready !== null) await startAndSend(deps, delivery, ready, start)',
      },
      {
        file: `${worker}/deliver.ts`,
        old: '{ prepared, connection, verification }: ReadyToSend): Promise<void> {',
        new: '{ prepared, connection, verification }: ReadyToSend, start: Awaited<ReturnType<typeof openSend>>): Promise<void> {',
      },
      {
        file: `${worker}/deliver.ts`,
        old: '  const start = await openSend(deps, delivery)\n  if (start',
        new: '  if (start',
      },
    ],
    caughtBy: [beforeStart],
  },
]
