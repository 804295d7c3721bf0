import { capabilityContext, createSealer } from '@course-grading/sealing'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { startTestService, type TestService } from '../src/service.fixture.ts'
import { runToEnd, startCommand } from './command.fixture.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether this is the long run. */
    fullRun: boolean
  }
}
const count = inject('fullRun') ? 10_000 : 2_000
const oldKey = { id: 'k-1', key: Buffer.from('0123456789abcdef0123456789abcdef') }
const newKey = { id: 'k-2', key: Buffer.from('fedcba9876543210fedcba9876543210') }
const ringText = (...keys: (typeof oldKey)[]): string => keys.map(({ id, key }) => `${id}:${key.toString('base64')}`).join(',')
const sealer = createSealer({ purpose: 'capability', keys: [newKey, oldKey] })
const urlOf = (submissionId: number): string => `https://plus.example.org/api/v2/submissions/${submissionId}/grader?token=s${submissionId.toString(16)}`
const of = (submissionId: number) => ({ courseId: 11, exerciseId: 1103, submissionId })

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  const underOldKey = createSealer({ purpose: 'capability', keys: [oldKey] })
  const ids = Array.from({ length: count }, (_, index) => 100_001 + index)
  await service.ownerQuery(`
    WITH given AS (SELECT * FROM unnest($1::bigint[], $2::bytea[]) AS given (id, sealed)),
    submission AS (
      INSERT INTO submission (submission_id, course_id, exercise_id, submitted_at, language, attempt, max_points, in_queue, fixture, registered_at)
      SELECT id, 11, 1103, now(), 'en', 1, 20, TRUE, FALSE, now() FROM given)
    INSERT INTO capability (submission_id, course_id, exercise_id, sealed_url, key_id, max_points, registered_at, replaced, expires_at, fixture)
    SELECT id, 11, 1103, sealed, 'k-1', 20, now(), FALSE, now() + interval '1 day', FALSE FROM given`,
  [ids, ids.map((id) => underOldKey.seal(urlOf(id), capabilityContext(of(id))).sealed)])
})
afterAll(() => service.stop())

const env = () => ({ DATABASE_URL: service.database.urls.manualGrading, CAPABILITY_KEYS: ringText(newKey, oldKey) })
const stored = async () => (await service.ownerQuery('SELECT submission_id::int AS id, key_id AS "keyId", sealed_url AS sealed FROM capability')) as
  { id: number; keyId: string; sealed: Buffer }[]
const openedIds = async (with_: typeof sealer): Promise<number> => (await stored()).filter(({ id, sealed }) => {
  const opened = with_.open(sealed, capabilityContext(of(id)))
  return opened.ok && opened.plaintext.startsWith('https://plus.example.org/')
}).length

/** Kills the command as soon as it has re-sealed something; answers how many are left for the next. */
async function killOnTheWay(): Promise<number> {
  const running = startCommand('rotate-capabilities', ['run'], env())
  await running.sawLine(/ re-sealed/)
  running.kill()
  expect((await running.ended).code).toBeNull()
  return (await stored()).filter(({ keyId }) => keyId === 'k-1').length
}

describe('rotate-capabilities', () => {
  it('survives two kills while URLs are read and replaced, loses none, and lets the old key go', { timeout: 120_000 }, async () => {
    expect((await runToEnd('rotate-capabilities', ['plan'], env())).output).toBe(`rotate-capabilities: k-1: ${count}, to be re-sealed`)
    let over = false
    let unopened = 0
    const traffic = (async () => {
      for (let turn = 0; !over; turn += 1) {
        const id = 100_001 + ((turn * 7_919) % count)
        const [row] = await service.ownerQuery('SELECT sealed_url AS sealed FROM capability WHERE submission_id = $1', [id])
        const opened = sealer.open(row?.['sealed'] as Buffer, capabilityContext(of(id)))
        if (!opened.ok) unopened += 1
        const { sealed, keyId } = sealer.seal(urlOf(id), capabilityContext(of(id)))
        await service.ownerQuery('UPDATE capability SET sealed_url = $2, key_id = $3 WHERE submission_id = $1', [id, sealed, keyId])
      }
    })()

    const [afterFirst, afterSecond] = [await killOnTheWay(), await killOnTheWay()]
    expect(afterFirst).toBeLessThan(count)
    expect(afterSecond).toBeLessThan(afterFirst)
    expect((await runToEnd('rotate-capabilities', ['verify'], env())).code).toBe(1)
    expect((await runToEnd('rotate-capabilities', ['run'], env())).output).toMatch(/all under k-2$/)
    over = true
    await traffic
    expect(unopened).toBe(0)
    expect(await runToEnd('rotate-capabilities', ['verify'], { ...env(), CAPABILITY_KEYS: ringText(newKey) })).toEqual({
      code: 0, output: `rotate-capabilities: k-2 opens ${count}; 0 need another key; 0 cannot be opened`,
    })
    expect(await openedIds(createSealer({ purpose: 'capability', keys: [newKey] }))).toBe(count)
  })
})
