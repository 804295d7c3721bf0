import { afterAll, describe, expect, it } from 'vitest'
import { openCapabilities } from './open-capabilities.fixture.ts'
import { registerCapability } from './register-capability.ts'
import { resetFixtures } from './reset-fixtures.ts'

const { grading, anExercise, inEveryState } = await openCapabilities()
const { database, owner, courseId, registered, one } = grading
const reset = (of: Parameters<typeof resetFixtures>[1]) => database.transaction((tx) => resetFixtures(tx, of))
afterAll(() => grading.close())

describe('resetFixtures', () => {
  it('marks the capability as unused again, so that its URL is not erased as a used one', async () => {
    const submissionId = await grading.registered({ fixture: true })
    const used = () =>
      grading.one('SELECT used_at IS NOT NULL AS used FROM capability WHERE submission_id = $1', [submissionId])
    await grading.put(await grading.complete(submissionId, 'pending'), 'delivered')
    expect(await used()).toEqual({ used: true })
    await database.transaction((tx) => resetFixtures(tx, { courseId, exerciseId: 11, submissionId }))
    expect(await used()).toEqual({ used: false })
  })

  it('waits for a registration that makes a held delivery at the same time, and deletes that delivery, too', async () => {
    const submissionId = await grading.registered({ fixture: true })
    await grading.put(await grading.complete(submissionId, 'pending'), 'delivered')
    let resetting: Promise<unknown> | undefined
    await database.transaction(async (tx) => {
      await registerCapability(tx, { ...grading.aCapability({ fixture: true }), submissionId })
      resetting = database.transaction((other) => resetFixtures(other, { courseId, exerciseId: 11, submissionId }))
      await expect.poll(grading.somebodyWaits).toBe(true)
    })
    expect(await resetting).toEqual({ assessments: 1, feedback: 1, deliveries: 2 })
  })

  it('deletes results and deliveries of fixtures, except deliveries that are being sent, and puts the fixtures back into the queue', async () => {
    const here = await anExercise()
    const ids = await inEveryState(here, true)
    const real = await inEveryState(here)
    expect(await reset({ ...here, submissionId: null })).toEqual({ assessments: 6, feedback: 6, deliveries: 6 })
    const left = await owner.query<{ submission_id: string }>(
      'SELECT submission_id FROM delivery WHERE exercise_id = $1 ORDER BY 1',
      [here.exerciseId],
    )
    expect(left.rows.map((row) => Number(row.submission_id))).toEqual([
      ids.leased,
      real.held,
      real.pending,
      real.leased,
      real.delivered,
      real.refused,
      real.ambiguous,
      real.cancelled,
    ])
    expect(await one('SELECT in_queue FROM submission WHERE submission_id = $1', [ids.delivered])).toEqual({
      in_queue: true,
    })
    expect(await reset({ ...here, submissionId: real.delivered })).toEqual({
      assessments: 0,
      feedback: 0,
      deliveries: 0,
    })
  })
})

describe('resetFixtures, while a worker records an outcome', () => {
  const moved = {
    pending:
      "state = 'sending', epoch = epoch + 1, leased_by = gen_random_uuid(), lease_until = now() + interval '1 minute', not_before = NULL",
    leased: "state = 'pending', leased_by = NULL, lease_until = NULL, not_before = now() + interval '1 day'",
  }
  it.each([
    ['pending', 1, 'sending'],
    ['leased', 2, undefined],
  ] as const)('waits for the outcome of a delivery that is %s', async (before, count, left) => {
    const here = await anExercise()
    const [resting, other] = [
      await registered({ ...here, fixture: true }),
      await registered({ ...here, fixture: true }),
    ]
    await grading.complete(resting, 'held')
    const id = await grading.complete(other, 'pending')
    if (before === 'leased') await grading.put(id, 'leased')
    await owner.query('BEGIN')
    await owner.query(`UPDATE delivery SET ${moved[before]} WHERE id = $1`, [id])
    const resetting = reset({ ...here, submissionId: null })
    await expect.poll(grading.waiting).toBe(1)
    await owner.query('COMMIT')
    expect(await resetting).toEqual({ assessments: count, feedback: count, deliveries: count })
    expect(
      (await one<{ state: string }>('SELECT state FROM delivery WHERE exercise_id = $1', [here.exerciseId]))?.state,
    ).toBe(left)
  })
})
