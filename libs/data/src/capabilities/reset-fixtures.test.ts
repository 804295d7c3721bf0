import { describe, expect } from 'vitest'
import { moveExercise } from '../testing/move-exercise.ts'
import { upsertCapability } from './register-capability.ts'
import { resetFixtures } from './reset-fixtures.ts'
import { openCapabilities, testIn } from './open-capabilities.fixture.ts'

const it = testIn(openWorld)

describe('resetFixtures', () => {
  it('marks the capability as unused again, so that its URL is not erased as a used one', async ({ world }) => {
    const submissionId = await world.registered({ fixture: true })
    const used = () =>
      world.one('SELECT used_at IS NOT NULL AS used FROM capability WHERE submission_id = $1', [submissionId])
    await world.bringTo(await world.complete(submissionId, 'pending'), 'delivered')
    expect(await used()).toEqual({ used: true })
    await world.database.transaction((tx) =>
      resetFixtures(tx, { courseId: world.courseId, exerciseId: 11, submissionId }),
    )
    expect(await used()).toEqual({ used: false })
  })

  it('waits for a registration that makes a held delivery at the same time, and deletes that delivery, too', async ({
    world,
  }) => {
    const submissionId = await world.registered({ fixture: true })
    await world.bringTo(await world.complete(submissionId, 'pending'), 'delivered')
    let resetting: Promise<unknown> | undefined
    await world.database.transaction(async (tx) => {
      await upsertCapability(tx, { ...world.aCapability({ fixture: true }), submissionId })
      resetting = world.database.transaction((other) =>
        resetFixtures(other, { courseId: world.courseId, exerciseId: 11, submissionId }),
      )
      await expect.poll(world.somebodyWaits).toBe(true)
    })
    expect(await resetting).toEqual({ assessments: 1, feedback: 1, deliveries: 2 })
  })

  it('deletes results and deliveries of fixtures, except deliveries that are being sent, and puts the fixtures back into the queue', async ({
    world,
  }) => {
    const here = await world.anExercise()
    const ids = await world.inEveryState(here, true)
    const real = await world.inEveryState(here)
    expect(await world.reset({ ...here, submissionId: null })).toEqual({ assessments: 6, feedback: 6, deliveries: 6 })
    const left = await world.owner.query<{ submission_id: string }>(
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
    expect(await world.isQueued(ids.delivered)).toBe(true)
    expect(await world.reset({ ...here, submissionId: real.delivered })).toEqual({
      assessments: 0,
      feedback: 0,
      deliveries: 0,
    })
  })

  it('leaves the work of a course that had the exercise before', async ({ world }) => {
    const before = await world.anExercise()
    await world.complete(await world.registered({ ...before, fixture: true }), 'held')
    const nothing = { assessments: 0, feedback: 0, deliveries: 0 }
    expect(await world.reset({ ...(await moveExercise(world, before)), submissionId: null })).toEqual(nothing)
    expect(await world.reset({ ...before, submissionId: null })).not.toEqual(nothing)
  })
})

describe('resetFixtures, while a worker records an outcome', () => {
  const moved = {
    pending:
      "state = 'sending', epoch = epoch + 1, leased_by = gen_random_uuid(), lease_until = now() + interval '1 minute', not_before = NULL",
    leased: "state = 'pending', leased_by = NULL, lease_until = NULL, not_before = now() + interval '1 day'",
  }
  it.for([
    ['pending', 1, 'sending'],
    ['leased', 2, undefined],
  ] as const)('waits for the outcome of a delivery that is %s', async ([before, count, left], { world }) => {
    const here = await world.anExercise()
    const [resting, other] = [
      await world.registered({ ...here, fixture: true }),
      await world.registered({ ...here, fixture: true }),
    ]
    await world.complete(resting, 'held')
    const id = await world.complete(other, 'pending')
    if (before === 'leased') await world.bringTo(id, 'leased')
    await world.owner.query('BEGIN')
    await world.owner.query(`UPDATE delivery SET ${moved[before]} WHERE id = $1`, [id])
    const resetting = world.reset({ ...here, submissionId: null })
    await expect.poll(world.waiting).toBe(1)
    await world.owner.query('COMMIT')
    expect(await resetting).toEqual({ assessments: count, feedback: count, deliveries: count })
    expect(
      (await world.one<{ state: string }>('SELECT state FROM delivery WHERE exercise_id = $1', [here.exerciseId]))
        ?.state,
    ).toBe(left)
  })
})

async function openWorld() {
  const capabilities = await openCapabilities()
  const { database } = capabilities
  const reset = (of: Parameters<typeof resetFixtures>[1]) => database.transaction((tx) => resetFixtures(tx, of))
  return { ...capabilities, reset }
}
