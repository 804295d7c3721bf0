import { randomInt } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { deleteCapabilities, deleteCapability } from '../capabilities/capability-queries.ts'
import { resetFixtures } from '../capabilities/reset-fixtures.ts'
import { chanceFrom } from '../delivery/random-steps.fixture.ts'
import { writeExerciseGrading } from '../grading/write-exercise-grading.ts'
import { erasePerson } from '../people/erase-person.ts'
import { openGrading } from '../testing/a-delivery.ts'
import { aGrading } from '../testing/a-grading.ts'
import { configureCourse } from '../testing/open-settings.ts'
import { expectedQueue, storedQueue } from './superseded.fixture.ts'

const grading = await openGrading()
const { database, frontend, owner, registered, one, complete } = grading
afterAll(() => grading.close())

let lastExerciseId = 100
async function anExercise() {
  lastExerciseId += 1
  const exerciseId = lastExerciseId
  return { courseId: await configureCourse(frontend, { manualGradingExercises: [exerciseId] }), exerciseId }
}
const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 10, minute)).toISOString()
const remove = (submissionId: number) =>
  database.transaction((tx) => deleteCapability(tx, { submissionId, courseId: null, exerciseId: null }))
const setAttempts = async (of: { courseId: number; exerciseId: number }, attempts: 'latest' | 'all') => {
  const row = await one<{ revision: number }>('SELECT revision FROM exercise_grading WHERE exercise_id = $1', [
    of.exerciseId,
  ])
  const change = { ...of, expectedRevision: row?.revision ?? 0 }
  await frontend.transaction((tx) => writeExerciseGrading(tx, change, { ...aGrading, attempts }))
}
const erase = (courseId: number, userId: number) =>
  frontend.transaction((tx) => erasePerson(tx, { courseId, userId, byUserId: 101 }))
const supersededBy = async (submissionId: number) => {
  const row = await one<{ by: number | null; queued: boolean }>(
    'SELECT superseded_by::float8 AS by, in_queue AS queued FROM submission WHERE submission_id = $1',
    [submissionId],
  )
  return row?.queued === true ? 'queued' : (row?.by ?? 'not queued')
}
/** An assessment in progress that nobody holds. */
const begin = (submissionId: number, fixture = false) =>
  owner.query(
    `INSERT INTO assessment (id, submission_id, course_id, exercise_id, round, state, revision, grader_id, rubric_version, scores, private_note,
      part_revisions, points, started_at, updated_at, fixture)
    SELECT gen_random_uuid(), submission_id, course_id, exercise_id, 1, 'in_progress', 3, 101, 0, '{}', '', '{}', 4, now(), now(), $2
    FROM submission WHERE submission_id = $1`,
    [submissionId, fixture],
  )
const historyOf = async (submissionId: number) =>
  (
    await owner.query(
      `SELECT event, by_user_id, from_revision, to_revision, points_after::float8 AS points FROM assessment_event
      JOIN assessment ON assessment.id = assessment_id WHERE submission_id = $1`,
      [submissionId],
    )
  ).rows

describe('a registration', () => {
  it.each([
    ['a later submission of the same person', [1], 0, [1], 1, true],
    ['one of the same minute with a greater id', [1], 0, [1], 0, true],
    ['an earlier submission of the same person', [1], 1, [1], 0, false],
    ['a later one of a group with the person', [1], 0, [1, 2], 1, true],
    ['a later one of one person of a group', [1, 2], 0, [1], 1, false],
    ['a later one of a group that overlaps', [1, 2], 0, [2, 3], 1, false],
    ['a later one of the same group', [1, 2], 0, [2, 1], 1, true],
    ['a later one of another person', [1], 0, [2], 1, false],
  ])('of %s', async (_what, submitterIds, minute, others, otherMinute, isSuperseded) => {
    const here = await anExercise()
    const first = await registered({ ...here, submitterIds, submittedAt: at(minute) })
    const second = await registered({ ...here, submitterIds: others, submittedAt: at(otherMinute) })
    expect(await supersededBy(first)).toBe(isSuperseded ? second : 'queued')
  })

  it('keeps a submission out of the queue if a newer one supersedes it, whichever is registered first', async () => {
    const here = await anExercise()
    const newer = await registered({ ...here, submitterIds: [1, 2], submittedAt: at(2) })
    const older = await registered({ ...here, submitterIds: [1], submittedAt: at(1) })
    expect([await supersededBy(older), await supersededBy(newer)]).toEqual([newer, 'queued'])
    await registered({ ...here, submissionId: older, submitterIds: [1], submittedAt: at(1) })
    expect(await supersededBy(older)).toBe(newer)
  })

  it('supersedes fixtures by fixtures only, and decides again when a fixture is declared as real work', async () => {
    const here = await anExercise()
    const real = await registered({ ...here, submittedAt: at(1) })
    const fixture = await registered({ ...here, submittedAt: at(2), fixture: true })
    expect([await supersededBy(real), await supersededBy(fixture)]).toEqual(['queued', 'queued'])
    await registered({ ...here, submissionId: fixture, fixture: false })
    expect([await supersededBy(real), await supersededBy(fixture)]).toEqual([fixture, 'queued'])
  })

  it('supersedes nothing of another exercise', async () => {
    const first = await registered({ ...(await anExercise()), submittedAt: at(1) })
    await registered({ ...(await anExercise()), submittedAt: at(2) })
    expect(await supersededBy(first)).toBe('queued')
  })

  it('records once in the history of a begun assessment that it was superseded', async () => {
    const here = await anExercise()
    const older = await registered({ ...here, submittedAt: at(1) })
    await begin(older)
    for (const minute of [2, 3]) await registered({ ...here, submittedAt: at(minute) })
    expect(await historyOf(older)).toEqual([
      { event: 'superseded', by_user_id: null, from_revision: 3, to_revision: 3, points: 4 },
    ])
  })

  it('declares assessment and feedback as real work with their submission', async () => {
    const submissionId = await registered({ fixture: true, submitterIds: [901] })
    await begin(submissionId, true)
    await owner.query(
      `INSERT INTO feedback (id, course_id, submission_id, assessment_id, language, state, revision, body, annotations, author_id, updated_by,
        created_at, updated_at, fixture)
      SELECT gen_random_uuid(), course_id, submission_id, id, 'en', 'draft', 1, '', '{}', 101, 101, now(), now(), TRUE
      FROM assessment WHERE submission_id = $1`,
      [submissionId],
    )
    await registered({ submissionId, submitterIds: [901], fixture: false })
    expect(
      await one(
        'SELECT assessment.fixture, feedback.fixture AS feedback FROM assessment JOIN feedback USING (submission_id) WHERE submission_id = $1',
        [submissionId],
      ),
    ).toEqual({ fixture: false, feedback: false })
  })
})

describe('what superseded a submission', () => {
  it('supersedes it no more after it was deleted, and the next newest does', async () => {
    const here = await anExercise()
    const [first, second, third] = [
      await registered({ ...here, submittedAt: at(1) }),
      await registered({ ...here, submittedAt: at(2) }),
      await registered({ ...here, submittedAt: at(3) }),
    ]
    expect([await supersededBy(first), await supersededBy(second)]).toEqual([third, third])
    expect(await remove(third)).toBe('deleted')
    expect([await supersededBy(first), await supersededBy(second)]).toEqual([second, 'queued'])
    expect(await database.transaction((tx) => deleteCapabilities(tx, here))).toEqual({ deleted: 2, kept: 0 })
  })

  it('still supersedes it when its capability is deleted after somebody began it', async () => {
    const here = await anExercise()
    const older = await registered({ ...here, submittedAt: at(1) })
    const newer = await registered({ ...here, submittedAt: at(2) })
    await begin(newer)
    expect([await remove(newer), await supersededBy(older), await supersededBy(newer)]).toEqual([
      'deleted',
      newer,
      'queued',
    ])
  })

  it('supersedes it no more after its exercise grades all attempts, and does again after it grades the latest', async () => {
    const here = await anExercise()
    const older = await registered({ ...here, submittedAt: at(1) })
    const newer = await registered({ ...here, submittedAt: at(2) })
    await setAttempts(here, 'all')
    expect([await supersededBy(older), await supersededBy(newer)]).toEqual(['queued', 'queued'])
    await setAttempts(here, 'latest')
    expect([await supersededBy(older), await supersededBy(newer)]).toEqual([newer, 'queued'])
  })

  it("supersedes a group's submission for the remaining member when the other one is erased", async () => {
    const here = await anExercise()
    const ofBoth = await registered({ ...here, submitterIds: [71, 72], submittedAt: at(1) })
    const ofOne = await registered({ ...here, submitterIds: [71], submittedAt: at(2) })
    expect(await supersededBy(ofBoth)).toBe('queued')
    await erase(here.courseId, 72)
    expect(await supersededBy(ofBoth)).toBe(ofOne)
    await erase(here.courseId, 71)
    expect([await supersededBy(ofBoth), await supersededBy(ofOne)]).toEqual(['not queued', 'not queued'])
  })

  it('keeps it out of the queue when fixtures are reset', async () => {
    const here = await anExercise()
    const older = await registered({ ...here, submittedAt: at(1), fixture: true })
    await begin(older, true)
    const newer = await registered({ ...here, submittedAt: at(2), fixture: true })
    await complete(newer, 'held')
    expect(await database.transaction((tx) => resetFixtures(tx, { ...here, submissionId: null }))).toEqual({
      assessments: 2,
      feedback: 1,
      deliveries: 1,
    })
    expect([await supersededBy(older), await supersededBy(newer)]).toEqual([newer, 'queued'])
  })
})

describe('the queue', () => {
  it.each([1, 2, 3, 4, 5, 6])('follows the rule after any changes at the same time (history %i)', async () => {
    const seed = randomInt(2 ** 31)
    const chance = chanceFrom(seed)
    const below = (count: number) => Math.floor(chance() * count)
    const here = await anExercise()
    const ids = Array.from({ length: 8 }, (_, index) => lastExerciseId * 10_000 + index)
    const given = new Map(
      ids.map((id) => [id, { ...here, submissionId: id, submittedAt: at(below(4)), fixture: chance() < 0.3 }]),
    )
    let attempts: 'latest' | 'all' = 'latest'
    const steps: (() => Promise<unknown>)[] = [
      ...Array.from({ length: 6 }, () => async () => {
        const submitterIds = [1, 2, 3].filter(() => chance() < 0.5)
        await registered({
          ...given.get(ids[below(8)] ?? 0),
          submitterIds: submitterIds.length === 0 ? [1] : submitterIds,
        }).catch((error: unknown) => {
          if (!(error instanceof Error && error.message === 'delivery_pending')) throw error
        })
      }),
      () => remove(ids[below(8)] ?? 0),
      async () => {
        await complete(ids[below(8)] ?? 0, 'held').catch((error: unknown) => {
          if (!(error instanceof Error && /^(not_found|no_submitter|already_completed)$/.test(error.message)))
            throw error
        })
      },
      () => erase(here.courseId, 1 + below(3)),
      () => database.transaction((tx) => resetFixtures(tx, { ...here, submissionId: null })),
    ]
    for (let round = 0; round < 25; round += 1) {
      await Promise.all(Array.from({ length: 4 }, () => (steps[below(steps.length)] ?? (() => Promise.resolve()))()))
      if (chance() < 0.2) {
        attempts = chance() < 0.5 ? 'all' : 'latest'
        await setAttempts(here, attempts)
      }
      const { known, decided } = await storedQueue(owner, here.exerciseId)
      expect({ seed, round, decided }).toEqual({ seed, round, decided: expectedQueue(known, attempts) })
    }
  })
})
