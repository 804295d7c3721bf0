import { fullRun } from '@course-grading/data/testing/full-run'
import { describe, expect, test } from 'vitest'
import type { Fixture } from '../fixture.ts'
import { readiness, type ServiceProcess, waitFor } from '../service-process.ts'
import type { DatabaseProxy } from './database-proxy.ts'
import { type DeliveryRow, type DeliveryWorld, firstKey, startDeliveryWorld } from './delivery-world.ts'
import { judge } from './ledger.ts'
import { startFullPort } from './full-port.ts'
import { boundedTimes } from './time-limits.ts'
import { type TransportCase, transportCases } from './transport-cases.ts'

/** Each round plays every behaviour once. */
const rounds = fullRun ? 10 : 1
const deadlineMs = 300_000

describe('the table of events and their effects on a delivery', { timeout: rounds * deadlineMs }, () => {
  it('has far more than 60 behaviours', ({ stage: { cases } }) => {
    expect(cases.length).toBeGreaterThan(150)
    expect(new Set(cases.map(({ title }) => title)).size).toBe(cases.length)
  })

  it('holds for every attempt', ({ stage: { cases, outcomes } }) => {
    const wrong = cases.flatMap(({ title, state, step, behaving }) =>
      (outcomes.get(title) ?? []).flatMap((row) => {
        // What is done to an idle connection is done to the first one only.
        const isReported = endingStep(row) === step || (behaving?.idle !== undefined && isLate(row))
        const isRight =
          isReported && (row.state === state || (state === 'pending' && ['sending', 'delivered'].includes(row.state)))
        return isRight
          ? []
          : [`${title}: ${row.state} by ${row.events.join(' ')} [${row.sends.join(', ')}] instead of ${step}`]
      }),
    )
    expect(outcomes.size).toBe(cases.length)
    expect(wrong).toEqual([])
    // At least one attempt was not late.
    const idle = cases.filter(({ behaving }) => behaving?.idle !== undefined)
    expect(idle.filter(({ title, step }) => outcomes.get(title)!.every((row) => endingStep(row) !== step))).toEqual([])
    expect(idle.length).toBe(6)
  })

  it('never lets a grade be received twice, nor recorded as delivered or unsent contrary to what its peer received', ({
    stage: { problems },
  }) => {
    expect(problems).toEqual([])
  })

  it('lets every grade that was certainly not sent arrive later, once', ({ stage: { world, later } }) => {
    expect(later.length).toBeGreaterThan(20 * rounds)
    expect(judge(world.ledger, later)).toEqual([])
  })

  it('makes no delivery ambiguous that failed before the send start', async ({ stage: { world } }) => {
    const [counts] = await world.query<{ sends: number; faults: number; ambiguous: number }>(`
      SELECT (SELECT count(*)::int FROM delivery_send WHERE started_at IS NOT NULL) AS sends,
        (SELECT count(*)::int FROM delivery_event WHERE event = 'returned' OR event = 'refused' AND NOT EXISTS (
          SELECT FROM delivery_send AS send WHERE send.delivery_id = delivery_event.delivery_id AND send.started_at IS NOT NULL)) AS faults,
        (SELECT count(*)::int FROM delivery_event WHERE to_state = 'ambiguous' AND NOT EXISTS (
          SELECT FROM delivery_send AS send WHERE send.delivery_id = delivery_event.delivery_id AND send.started_at IS NOT NULL)) AS ambiguous`)
    expect(counts?.ambiguous).toBe(0)
    expect(counts?.sends).toBeGreaterThanOrEqual(120 * rounds)
    expect(counts?.faults).toBeGreaterThanOrEqual(40 * rounds)
  })

  it('holds no transaction open while a grade is being sent', ({ stage: { idleInTransaction } }) => {
    expect(idleInTransaction).toBe(0)
  })
})

interface Stage {
  readonly world: DeliveryWorld
  readonly proxy: DatabaseProxy
  readonly cases: readonly TransportCase[]
  /** The rows of each case by its title, one for each round. */
  readonly outcomes: Map<string, DeliveryRow[]>
  readonly later: DeliveryRow[]
  readonly problems: string[]
  worker: ServiceProcess
  idleInTransaction: number
}

async function playEverything({}: object, { onCleanup }: Fixture): Promise<Stage> {
  const [world, fullPort] = await Promise.all([startDeliveryWorld(), startFullPort()])
  onCleanup(async () => {
    await world.close()
    await fullPort.close()
  })
  const cases = await transportCases(world, fullPort.origin)
  const proxy = await world.proxy()
  const worker = await startWorker({ world, proxy })
  const stage: Stage = {
    world,
    proxy,
    cases,
    worker,
    outcomes: new Map(),
    later: [],
    problems: [],
    idleInTransaction: 0,
  }
  for (let round = 1; round <= rounds; round += 1) await playRound(stage)
  for (const each of cases) if (each.behaving?.idle) await playUntilInTime(each, stage)
  return stage
}

const startWorker = ({ world, proxy }: Pick<Stage, 'world' | 'proxy'>): Promise<ServiceProcess> =>
  world.worker({
    ...boundedTimes,
    DATABASE_URL: proxy.url,
    DATABASE_POOL_MAX: '20',
    DELIVERY_CONCURRENCY: '60',
  })

async function playRound(stage: Stage): Promise<void> {
  const { world, cases, outcomes, later, problems } = stage
  const begun: { each: TransportCase; id: string; submissionId: number }[] = []
  for (const each of cases) {
    each.behaving?.peer.play(each.behaving.play)
    begun.push({
      each,
      ...(await (each.behaving?.idle ? deliverBehindHeldStart(each, stage) : world.deliver(each.request))),
    })
  }
  const ids = begun.map(({ id }) => id)
  const watching = setInterval(() => void countIdleInTransaction(stage), 200)
  const rows = await world.until('every first attempt to end', ids, (row) => endingStep(row) !== undefined, deadlineMs)
  clearInterval(watching)
  for (const [index, { each }] of begun.entries())
    outcomes.set(each.title, [...(outcomes.get(each.title) ?? []), rows[index]!])
  problems.push(
    ...judge(
      world.ledger,
      rows,
      new Set(
        rows.filter((_, index) => begun[index]?.each.state === 'refused').map(({ submissionId }) => submissionId),
      ),
    ),
  )

  // What waits for a retry is retried, and its peer behaves normally now.
  const waiting = begun.filter(
    ({ each, id }) => each.behaving !== null && rows.some((row) => row.id === id && row.state === 'pending'),
  )
  for (const { each } of waiting) each.behaving?.peer.play({})
  await world.query("UPDATE delivery SET not_before = clock_timestamp() WHERE state = 'pending' AND id = ANY ($1)", [
    waiting.map(({ id }) => id),
  ])
  later.push(...(await world.until('what waited to arrive', waiting, 'delivered', deadlineMs)))
  // The other pending deliveries can never succeed, so they are not retried.
  await world.query("UPDATE delivery SET not_before = 'infinity' WHERE state = 'pending'")
  problems.push(...judge(world.ledger, later))
}

/**
 * Repeats a case in which the worker was late in every round, and so never saw what was done to the idle connection. Each try
 * has a new worker.
 */
async function playUntilInTime(each: TransportCase, stage: Stage): Promise<void> {
  const { world, outcomes, later } = stage
  const rows = outcomes.get(each.title)!
  while (rows.every(isLate)) {
    // A worker does not start while a capability is sealed under an unknown key.
    await world.query('UPDATE capability SET sealed_url = NULL WHERE key_id <> $1', [firstKey.id])
    await stage.worker.stop()
    stage.worker = await startWorker(stage)
    each.behaving?.peer.play(each.behaving.play)
    const { id } = await deliverBehindHeldStart(each, stage)
    rows.push(
      ...(await world.until('another first attempt to end', [id], (row) => endingStep(row) !== undefined, deadlineMs)),
    )
    later.push(...(await world.until('it to arrive', [id], 'delivered', deadlineMs)))
  }
}

/** The send start of the delivery waits until its peer has dealt with the connection for the grade, and the worker has seen it. */
async function deliverBehindHeldStart(
  { request, behaving }: TransportCase,
  stage: Stage,
): Promise<{ id: string; submissionId: number }> {
  const { world, proxy } = stage
  const held = await world.deliver({ ...request, held: true })
  const sendStart = proxy.hold({ statement: 'startSend', part: 'statement', about: held.id })
  await world.release(held.id)
  void (async () => {
    await sendStart.caught
    // The first connection was for the verification.
    behaving?.idle?.(await waitFor('the connection for the grade', () => behaving.peer.lines()[1]))
    // When the worker answers these, it has read what came before them.
    for (let turn = 0; turn < 3; turn += 1) await readiness(stage.worker)
    sendStart.release()
  })()
  return held
}

async function countIdleInTransaction(stage: Stage): Promise<void> {
  const [row] = await stage.world.query<{ count: number }>(`
    SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'manual-grading' AND state = 'idle in transaction'
      AND clock_timestamp() - state_change > interval '1 second'`)
  stage.idleInTransaction += row?.count ?? 0
}

/** Outcomes on a slow machine; nothing was sent. */
const late = ['unsent:start_unknown', 'unsent:too_late']
/** Steps that do not end an attempt. */
const passing = ['created', 'released', 'leased', 'send_started', ...late]

const isLate = ({ events }: DeliveryRow): boolean => events.some((event) => late.includes(event))

/** The step that ended the first attempt. */
const endingStep = ({ events }: DeliveryRow): string | undefined => events.find((event) => !passing.includes(event))

/** Plays the table before the first test. */
const it = test.extend('stage', { scope: 'file' }, playEverything)
