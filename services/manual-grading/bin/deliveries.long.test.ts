import { randomUUID } from 'node:crypto'
import { leaseDelivery } from '@course-grading/data/delivery/lease-delivery'
import { recordOutcome } from '@course-grading/data/delivery/record-outcome'
import { recordVerifiedAfter, recordChangedStandings } from '@course-grading/data/delivery/standing-queries'
import { startSend } from '@course-grading/data/delivery/start-send'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../src/service.fixture.ts'
import { runToEnd, startCommand } from './command.fixture.ts'

describe('the command `deliveries`', { timeout: 60_000 }, () => {
  it('releases a held delivery once, and shows its history', async () => {
    const id = await held()
    expect(await deliveries('release', id)).toEqual({ code: 0, output: 'deliveries: released' })
    expect(await stateOf(id)).toBe('pending')
    expect(await deliveries('release', id)).toEqual({
      code: 1,
      output: 'deliveries: it is pending, so it cannot be released',
    })
    expect(logged).toEqual([
      expect.objectContaining({ level: 'info', service: 'deliveries', event: 'delivery_released', deliveryId: id }),
    ])
    const { code, output } = await deliveries('show', id)
    expect(code).toBe(0)
    expect(output.split('\n')).toEqual([
      expect.stringMatching(
        new RegExp(`^deliveries: ${id} pending, course 11, exercise 1103, submission ${submissionId}, 12.5/20, `),
      ),
      expect.stringMatching(/ created: nothing to held, by 101$/),
      expect.stringMatching(/ released: held to pending$/),
    ])
  })

  it("shows a person's reason on one line, without control characters", async () => {
    const id = await refused()
    await service.database.query("UPDATE delivery_event SET reason = $2 WHERE delivery_id = $1 AND event = 'created'", [
      id,
      'ok\n2026 delivered\u001b[2K\u009b2K\u202e"',
    ])
    const { output } = await deliveries('show', id)
    expect(output).toContain(String.raw`"ok\n2026 delivered\u001b[2K\u{9b}2K\u{202e}\""`)
    expect(output).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u)
  })

  it('shows what the learning platform made of a delivered grade', async () => {
    submissionId += 1
    await service.register(submissionId)
    const id = await service.complete(submissionId)
    await service.database.query("UPDATE delivery SET not_before = now() - interval '1 year' WHERE id = $1", [id])
    const lease = await leaseDelivery(service.deps.database, { workerId: randomUUID(), leaseS: 60 })
    if (lease?.deliveryId !== id || !(await startSend(service.deps.database, { ...lease, openLeaseS: 65 })))
      throw new Error('another one was due')
    await recordOutcome(service.deps.database, {
      ...lease,
      outcome: 'delivered',
      kind: 'accepted',
      phase: 'write_begun',
      status: 200,
      diagnostics: '{}',
    })
    const standing = { grade: 6, gradingTime: '2026-11-20T10:00:00Z', graderId: null }
    await recordVerifiedAfter(service.deps.database, {
      ...lease,
      shown: { status: 'unofficial', grade: 6, latePenalty: 0.5 },
      standing,
    })
    expect((await deliveries('show', id)).output).toMatch(
      /^deliveries: upstream \S+: unofficial, grade 6, late penalty 0\.5, which stands$/m,
    )
    await recordChangedStandings(service.deps.database, [id])
    expect((await deliveries('show', id)).output).toMatch(
      / upstream \S+: unofficial, grade 6, late penalty 0\.5, which no longer stands$/m,
    )
  })

  it("resolves a delivery by an operator's decision, unless its outcome is certain", async () => {
    const id = await refused()
    expect(await deliveries('resolve', id, '--as', 'delivered', '--reason', 'x')).toEqual({
      code: 1,
      output: 'deliveries: it is refused, so it cannot be resolved so',
    })
    expect(await deliveries('resolve', id, '--as', 'cancelled', '--reason', 'The exercise is gone.')).toEqual({
      code: 0,
      output: 'deliveries: it is cancelled now',
    })
    expect((await deliveries('show', id)).output).toContain(
      'resolved_cancelled (capability_gone): refused to cancelled, "The exercise is gone."',
    )
    expect(logged).toEqual([
      expect.objectContaining({ event: 'delivery_resolved', deliveryId: id, outcome: 'cancelled' }),
    ])
    expect(JSON.stringify(logged)).not.toContain('The exercise')
  })

  it('lists deliveries, and reports a hold', async () => {
    const id = await held()
    expect(await deliveries('hold', '--reason', 'A restore.')).toMatchObject({ code: 0 })
    const { output } = await deliveries('list', '--course', '11', '--state', 'held', '--limit', '1')
    expect(output.split('\n')).toEqual([
      expect.stringContaining(`${id} held`),
      'deliveries: all deliveries are held: "A restore."',
    ])
    expect(await deliveries('resume')).toEqual({ code: 0, output: 'deliveries: deliveries are resumed' })
    expect(await deliveries('resume')).toEqual({ code: 0, output: 'deliveries: deliveries were not held' })
    expect(logged.map(({ event }) => event)).toEqual(['deliveries_held', 'deliveries_resumed'])
    expect(await deliveries('list', '--course', '13')).toEqual({
      code: 0,
      output: 'deliveries: there are no deliveries',
    })
  })

  it('reports that there are more deliveries than listed, and continues after the last one', async () => {
    const [older, newer] = [await held(), await held()]
    const first = (await deliveries('list', '--state', 'held', '--limit', '1')).output.split('\n')
    expect(first).toEqual([
      expect.stringContaining(newer),
      expect.stringMatching(/^deliveries: there are more: continue with --before \d+$/),
    ])
    const ordinal = first[1]!.split(' ').at(-1)!
    const { output } = await deliveries('list', '--state', 'held', '--before', ordinal, '--limit', '1')
    expect(output.split('\n')[0]).toContain(older)
    expect((await deliveries('list', '--course', '13', '--before', ordinal)).output).toBe(
      'deliveries: there are no deliveries',
    )
  })

  it('shows the measurements of a send', async () => {
    await service.database.query("UPDATE delivery SET not_before = now() + interval '1 day' WHERE state = 'pending'")
    submissionId += 1
    await service.register(submissionId)
    const id = await service.complete(submissionId)
    await service.putAmbiguous(id)
    await service.database.query('UPDATE delivery_send SET diagnostics = $2 WHERE delivery_id = $1', [
      id,
      JSON.stringify({ phase: 'write_begun', kind: 'timeout', status: null, replyBytes: 0, durationMs: 45_012 }),
    ])
    expect((await deliveries('show', id)).output.split('\n')).toContainEqual(
      'deliveries:   phase write_begun, replyBytes 0, durationMs 45012',
    )
  })

  it('reports which variable is wrong if the database rejects the role', async () => {
    const url = new URL(service.database.urls.manualGrading)
    url.password = 'wrong'
    const command = startCommand('deliveries', ['list'], { DATABASE_URL: url.href })
    expect(await command.ended).toEqual({
      code: 78,
      output: 'deliveries: DATABASE_URL: the role or its password is wrong',
    })
  })

  it('exits 1 for a missing delivery, and 64 for unknown arguments', async () => {
    const nobodys = '019ea3f2-6c00-7a1b-8c2d-3e4f5a6b7c8d'
    expect(await deliveries('show', nobodys)).toEqual({ code: 1, output: 'deliveries: there is no such delivery' })
    expect(await deliveries('show')).toMatchObject({
      code: 64,
      output: expect.stringContaining('usage: deliveries list'),
    })
  })
})

describe('the command `purge`', { timeout: 60_000 }, () => {
  it('erases expired URLs and old diagnostics, and reports how many', async () => {
    submissionId += 1
    await service.register(submissionId)
    await service.database.query(
      "UPDATE capability SET used_at = now() - interval '31 days' WHERE submission_id = $1",
      [submissionId],
    )
    expect(await runToEnd('purge', [], { DATABASE_URL: service.database.urls.manualGrading })).toEqual({
      code: 0,
      output: 'purge: 1 URLs and 0 diagnostics erased',
    })
  })

  it('releases no result that a teacher has not released', async () => {
    submissionId += 1
    await service.register(submissionId)
    const id = await service.complete(submissionId, {}, 'held')
    expect(await deliveries('release', id)).toEqual({
      code: 1,
      output: 'deliveries: its result is not released: a teacher does that in the frontend',
    })
    expect(await stateOf(id)).toBe('held')
  })
})

let service: TestService
let submissionId = 3000
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())
beforeEach(() => void logged.splice(0))

/** What the commands of a test have logged. */
const logged: Readonly<Record<string, unknown>>[] = []
const deliveries = async (...args: string[]) => {
  const command = startCommand('deliveries', args, {
    DATABASE_URL: service.database.urls.manualGrading,
  })
  const ended = await command.ended
  logged.push(...command.logged)
  return ended
}

/** A held delivery of a released result, since an operator cannot send any other. */
const held = async (): Promise<string> => {
  submissionId += 1
  await service.register(submissionId)
  const id = await service.complete(submissionId, {}, 'held')
  await service.markReleased([id])
  return id
}
/** A delivery that a worker has given up. */
const refused = async (): Promise<string> => {
  const id = await held()
  await service.database.query("UPDATE delivery SET state = 'pending', not_before = now() WHERE id = $1", [id])
  await service.database.query(
    "UPDATE delivery SET state = 'sending', epoch = 1, not_before = NULL, leased_by = gen_random_uuid(), lease_until = now() WHERE id = $1",
    [id],
  )
  await service.database.query(
    "UPDATE delivery SET state = 'refused', kind = 'capability_gone', refused_at = now(), leased_by = NULL, lease_until = NULL WHERE id = $1",
    [id],
  )
  return id
}
const stateOf = async (id: string) =>
  (await service.database.query('SELECT state FROM delivery WHERE id = $1', [id]))[0]?.['state']
