import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import type { Catcher, Defect } from '../defect.ts'

const catcher = (file: string, test: string): Catcher => ({ project: 'system', file: `test/system/src/delivery/${file}.test.ts`, test })
const lost = catcher('database-failures', 'a database that is killed, and started again > leads to one send')
const silent = catcher('database-failures', 'a database that is behind connections')
/** In the full run alone. */
const frozen: Catcher = { ...catcher('database-failures', 'a database that stands still, and wakes up > leads to one send'), env: { FULL: '1' } }
const orphaned = catcher('database-failures', 'a database that is killed, with the worker after it > leaves each delivery')
const lateDoor = (test: string): Catcher => catcher('database-failures', `a door that reaches the database long after it was asked for > ${test}`)
const unknowing = catcher('failover', 'a standby that had not heard of the doors, and a worker that lives on > is paused for')

const worker = 'services/manual-grading/src/worker'
const statements = 'libs/data/src/delivery'

const hasClockLibrary = [process.env['UNPACKED_LIBRARIES'] ?? '', ...globSync('/usr/lib/*')].some((folder) => existsSync(join(folder, 'faketime/libfaketime.so.1')))

/** Without the library that shifts clocks the tests that would notice are left out. */
const leftOut = hasClockLibrary ? undefined : 'there is no libfaketime'

const byWrongClocks: readonly Defect[] = [
  {
    title: 'the watch behind the door goes by the wall clock',
    edits: [
      { file: `${worker}/door.ts`, old: 'const issuedAt = performance.now()', new: 'const issuedAt = Date.now()' },
      { file: `${worker}/door.ts`, old: 'performance.now() - issuedAt', new: 'Date.now() - issuedAt' },
    ],
    caughtBy: [catcher('clocks', 'workers whose clocks are wrong > see that a door is late though the clock has gone back')], leftOut,
  },
  {
    title: 'leases lapse by the clock of whoever looks for them',
    edits: [
      { file: `${statements}/reap-expired-leases.ts`, old: 'delivery.lease_until <= (SELECT clock_timestamp())', new: 'delivery.lease_until <= to_timestamp(${Date.now() / 1000}::float8)' },
      { file: `${statements}/reap-expired-leases.ts`, old: "AND delivery.state = 'sending' AND delivery.lease_until <= clock_timestamp()", new: "AND delivery.state = 'sending'" },
    ],
    caughtBy: [catcher('clocks', 'workers whose clocks are wrong > send each grade once')], leftOut,
  },
]

/** Mistakes about a database that goes away, comes late, or is another one. */
export const deliveryDatabase: readonly Defect[] = [
  {
    title: 'a door of which nothing was heard counts as passed',
    edits: [{ file: `${worker}/door.ts`, old: "    return { outcome: 'unknown' }", new: "    return { outcome: 'passed', sinceMs, isLate: () => false }" }],
    caughtBy: [lost, silent, frozen, orphaned],
  },
  {
    title: 'nobody notices that a connection to the database has died',
    edits: [{ file: 'libs/data/src/driver.ts', old: 'setTimeout(() => giveUp(socket, idle), deadlineMs)', new: 'setTimeout(() => giveUp(socket, idle), deadlineMs * 100)' }],
    caughtBy: [silent],
  },
  {
    title: 'what became of a send is told to the database once, whether it listens or not',
    edits: [{ file: `${worker}/record-send.ts`, old: '() => recordOutcome(database, { ...record, outcome, kind }))', new: '() => recordOutcome(database, { ...record, outcome, kind }).catch(() => false))' }],
    caughtBy: [lost],
  },
  {
    title: 'an old lease passes the door of the next one',
    edits: [{ file: `${statements}/pass-door.ts`, old: ' AND delivery.epoch = ${epoch}::integer', new: ' AND ${epoch}::integer > 0' }],
    caughtBy: [lateDoor('is shut when another worker has the delivery')],
  },
  {
    title: 'a door is open for longer than its lease',
    edits: [{ file: `${statements}/pass-door.ts`, old: '        AND delivery.lease_until > clock_timestamp()\n', new: '' }],
    caughtBy: [lateDoor('is shut when its lease is over, though nobody has taken it back')],
    always: true,
  },
  {
    title: 'a standby that took over is followed without a pause',
    edits: [{ file: `${statements}/delivery-control-queries.ts`, old: 'clock_timestamp() + make_interval(secs => ${settleS}::float8)', new: 'clock_timestamp() + make_interval(secs => 0 * ${settleS}::float8)' }],
    caughtBy: [unknowing],
  },
  {
    title: 'a standby that took over is not told from the server before it',
    edits: [
      { file: `${statements}/delivery-steps.ts`, old: '      AND delivery_control.timeline = left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)\n', new: '' },
      { file: `${statements}/delivery-control-queries.ts`, old: '      OR delivery_control.timeline <> left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)\n', new: '' },
    ],
    caughtBy: [unknowing, catcher('failover', 'a synchronous standby (on) that takes over > knows every door')],
  },
  {
    title: 'a database that comes late is trusted, whatever it is like',
    edits: [{ file: `${worker}/server-watch.ts`, old: 'isTrusted: () => isDurable', new: 'isTrusted: () => true' }],
    caughtBy: [catcher('late-database', 'a database that comes after its worker > is not trusted in production')],
  },
  ...byWrongClocks,
]
