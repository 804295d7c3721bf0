import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Catcher, Defect } from '../defect.ts'

const catcher = (file: string, test: string): Catcher => ({
  project: 'system',
  file: `test/system/src/delivery/${file}.long.test.ts`,
  test,
})
const killedDatabase = catcher('database-failures', 'a database that is killed and started again > leads to one send')
const deadConnections = catcher('database-failures', 'a database that is behind dead connections')
const inFullRun = (given: Catcher): Catcher => ({ ...given, env: { FULL: '1' } })
const frozenDatabase = inFullRun(
  catcher('database-failures', 'a database that is frozen and continues later > leads to one send'),
)
const killedWorkerToo = catcher(
  'database-failures',
  'a database that is killed, and its worker after it > leaves each delivery',
)
const lateStart = (test: string): Catcher =>
  catcher('database-failures', `a send start that reaches the database long after it was requested > ${test}`)
const staleStandby = catcher(
  'failover',
  'a standby of the embedded PostgreSQL > that had not received the send starts, and a worker that keeps running > causes a pause',
)
const staleStandbyAndKilledWorker = inFullRun(
  catcher(
    'failover',
    'a standby of the embedded PostgreSQL > that had not received the send starts, and a worker that is killed with the old primary > causes a pause',
  ),
)

const worker = 'services/manual-grading/src/worker'
const statements = 'libs/data/src/delivery'

const hasClockLibrary = [process.env['UNPACKED_LIBRARIES'] ?? '', ...globSync('/usr/lib/*')].some((folder) =>
  existsSync(join(folder, 'faketime/libfaketime.so.1')),
)

/** Tests with wrong clocks need this library. Without it they are skipped, so their defects are left out. */
const leftOut = hasClockLibrary ? undefined : 'there is no libfaketime'

/** Whether a disk may be mounted, tried in a private mount namespace. If not, the test with a full disk is skipped. */
const mayMount = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()]).status === 0

const byWrongClocks: readonly Defect[] = [
  {
    title: 'the time since the send start is measured with the wall clock',
    edits: [
      {
        file: `${worker}/send/open-send.ts`,
        old: 'const issuedAt = performance.now()',
        new: 'const issuedAt = Date.now()',
      },
      { file: `${worker}/send/open-send.ts`, old: 'performance.now() - issuedAt', new: 'Date.now() - issuedAt' },
    ],
    caughtBy: [
      catcher(
        'clocks',
        'workers whose clocks are wrong > notice that a send start is late although the clock was set back',
      ),
    ],
    leftOut,
  },
  {
    title: 'leases expire by the clock of the worker that searches for them',
    edits: [
      {
        file: `${statements}/reap-expired-leases.ts`,
        old: 'delivery.lease_until <= (SELECT clock_timestamp())',
        new: 'delivery.lease_until <= to_timestamp(${Date.now() / 1000}::float8)',
      },
      {
        file: `${statements}/reap-expired-leases.ts`,
        old: "AND delivery.state = 'sending' AND delivery.lease_until <= clock_timestamp()",
        new: "AND delivery.state = 'sending'",
      },
    ],
    caughtBy: [catcher('clocks', 'workers whose clocks are wrong > send each grade once')],
    leftOut,
  },
]

const jumpingClock = (test: string): Catcher => catcher('clocks', `a database whose clock jumps > ${test}`)

const byLeapingClocks: readonly Defect[] = [
  {
    title: 'a proof is rejected if it comes later than any send can last',
    edits: [
      {
        file: `${statements}/record-outcome.ts`,
        old: "        AND delivery.state IN ('sending', 'ambiguous')\n      FOR NO KEY UPDATE\n",
        new: "        AND delivery.state IN ('sending', 'ambiguous') AND delivery.started_at > clock_timestamp() - interval '10 minutes'\n      FOR NO KEY UPDATE\n",
      },
    ],
    caughtBy: [jumpingClock('ahead: leased deliveries are taken back too early')],
    leftOut,
  },
  {
    title: 'a send cannot end before the send start, by the clock of the database',
    edits: [
      {
        file: 'libs/data/migrations/20261121100300_delivery__create.sql',
        old: 'CONSTRAINT delivery_send__recorded_at CHECK ((outcome IS NULL) = (recorded_at IS NULL)),',
        new: 'CONSTRAINT delivery_send__recorded_at CHECK ((outcome IS NULL) = (recorded_at IS NULL) AND recorded_at >= started_at),',
      },
    ],
    caughtBy: [jumpingClock('back: sends in progress are recorded')],
    leftOut,
  },
]

/** Mistakes about a database that becomes unavailable, starts late, or is replaced by another one. */
export const deliveryDatabase: readonly Defect[] = [
  {
    title: 'a send start whose commit is unknown counts as committed',
    edits: [
      {
        file: `${worker}/send/open-send.ts`,
        old: "    return { outcome: 'unknown' }",
        new: "    return { outcome: 'started', sinceMs, isLate: () => false }",
      },
    ],
    caughtBy: [
      killedDatabase,
      deadConnections,
      frozenDatabase,
      killedWorkerToo,
      lateStart('has no effect when its worker has given it up'),
    ],
  },
  {
    title: 'nobody notices that a connection to the database has died',
    edits: [
      {
        file: 'libs/data/src/driver.ts',
        old: 'setTimeout(() => giveUp(socket, idle), deadlineMs)',
        new: 'setTimeout(() => giveUp(socket, idle), deadlineMs * 100)',
      },
    ],
    caughtBy: [deadConnections],
  },
  {
    title: 'the outcome of a send is not recorded again after a failure of the database',
    edits: [
      {
        file: `${worker}/send/record-send.ts`,
        old: '() => recordOutcome(database, { ...record, outcome, kind }))',
        new: '() => recordOutcome(database, { ...record, outcome, kind }).catch(() => false))',
      },
    ],
    caughtBy: [killedDatabase],
  },
  {
    title: 'an old lease starts the send of the next one',
    edits: [
      {
        file: `${statements}/start-send.ts`,
        old: ' AND delivery.epoch = ${epoch}::integer',
        new: ' AND ${epoch}::integer > 0',
      },
    ],
    caughtBy: [lateStart('has no effect when another worker has the delivery')],
  },
  {
    title: 'a send can start after its lease has ended',
    edits: [
      { file: `${statements}/start-send.ts`, old: '        AND delivery.lease_until > clock_timestamp()\n', new: '' },
    ],
    caughtBy: [lateStart('has no effect when its lease has ended, although nobody has taken the delivery back')],
    always: true,
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
    caughtBy: [staleStandby],
  },
  {
    title: 'a standby that took over is not distinguished from the server before it',
    edits: [
      {
        file: `${statements}/delivery-steps.ts`,
        old: '      AND delivery_control.timeline = left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)\n',
        new: '',
      },
      {
        file: `${statements}/delivery-control-queries.ts`,
        old: '      OR delivery_control.timeline <> left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)\n',
        new: '',
      },
    ],
    caughtBy: [
      staleStandby,
      catcher(
        'failover',
        'a standby of the embedded PostgreSQL > that is synchronous (on) and takes over > knows every send start:',
      ),
    ],
  },
  {
    title: 'a database that starts late is used without a check of its settings',
    edits: [
      { file: `${worker}/database/server-watch.ts`, old: 'isTrusted: () => isDurable', new: 'isTrusted: () => true' },
    ],
    caughtBy: [catcher('late-database', 'a database that starts after its worker > is not used in production')],
  },
  {
    title: 'a send start is committed without waiting for the standby',
    edits: [
      {
        file: 'libs/data/src/driver.ts',
        old: "'-c TimeZone=UTC -c DateStyle=ISO -c jit=off'",
        new: "'-c TimeZone=UTC -c DateStyle=ISO -c jit=off -c synchronous_commit=local'",
      },
    ],
    caughtBy: [
      catcher(
        'failover',
        'a standby of the embedded PostgreSQL > that is synchronous (on) and takes over > allows no send start that it has not received',
      ),
    ],
  },
  {
    title: 'a worker that has just started follows another server without a pause',
    edits: [
      {
        file: `${worker}/database/server-watch.ts`,
        old: '  let isReported = false\n',
        new: '  let isReported = false\n  let isFirst = true\n',
      },
      {
        file: `${worker}/database/server-watch.ts`,
        old: '      const changed = await followServer(database)\n',
        new: '      if (isFirst) await updateSettleTime(database, { settleS: 0 })\n      const changed = await followServer(database)\n      if (isFirst) await updateSettleTime(database, { settleS })\n      isFirst = false\n',
      },
    ],
    caughtBy: [staleStandbyAndKilledWorker],
  },
  {
    title: 'keys that could not be compared count as compared',
    edits: [
      {
        file: 'services/manual-grading/src/capabilities/require-capability-keys.ts',
        old: 'return hasAll !== null',
        new: 'return hasAll !== false',
      },
    ],
    caughtBy: [
      catcher(
        'late-database',
        'a database that starts after its worker > is then checked for keys that the worker lacks',
      ),
    ],
  },
  {
    title: 'an outcome that the database server has rejected is not recorded again',
    edits: [
      {
        file: `${worker}/send/until-recorded.ts`,
        old: '    } catch (error) {\n',
        new: "    } catch (error) {\n      if (error instanceof Error && 'sqlState' in error && error.sqlState !== null) return 'unknown'\n",
      },
    ],
    caughtBy: [catcher('late-database', 'a database without a free connection > is retried until one is free')],
  },
  {
    title: 'a worker leases nothing more after its database has rejected one lease',
    edits: [
      {
        file: `${worker}/loop.ts`,
        old: '  const takeOne = async',
        new: '  let isRefused = false\n  const takeOne = async',
      },
      {
        file: `${worker}/loop.ts`,
        old: "      logger.warn('work not taken', errorFacts(error))\n",
        new: "      logger.warn('work not taken', errorFacts(error))\n      isRefused = errorFacts(error).errorClass === 'DatabaseFailure'\n",
      },
      { file: `${worker}/loop.ts`, old: 'while (!stopping.aborted)', new: 'while (!stopping.aborted && !isRefused)' },
    ],
    caughtBy: [
      { ...catcher('disk-full', 'a disk that is full > sends no grade twice and loses none'), env: { FULL: '1' } },
    ],
    leftOut: mayMount ? undefined : 'no disk may be mounted',
  },
  ...byWrongClocks,
  ...byLeapingClocks,
]
