import { randomInt } from 'node:crypto'
import { describe, expect } from 'vitest'
import { deleteCapabilityRows, deleteCapabilityRow } from '../capabilities/capability-queries.ts'
import { resetFixtures } from '../capabilities/reset-fixtures.ts'
import { chanceFrom } from '../delivery/random-steps.fixture.ts'
import type { SubmissionOfExercise } from '../db/lock-order.ts'
import { erasePerson } from '../people/erase-person.ts'
import { markGone, unmarkGone } from '../snapshots/mark-gone.ts'
import { expectedQueue, storedQueue } from './superseded.fixture.ts'
import { openGrading, testIn } from '../testing/a-delivery.ts'
import { aHead, aStudent, follow, refresh } from '../testing/a-reading.ts'
import { fullRun } from '../testing/full-run.ts'

const it = testIn(openWorld)

describe('a registration', () => {
  it.for([
    ['a later submission of the same person', [1], 0, [1], 1, true],
    ['one of the same minute with a greater id', [1], 0, [1], 0, true],
    ['an earlier submission of the same person', [1], 1, [1], 0, false],
    ['a later one of a group with the person', [1], 0, [1, 2], 1, true],
    ['a later one of one person of a group', [1, 2], 0, [1], 1, false],
    ['a later one of a group that overlaps', [1, 2], 0, [2, 3], 1, false],
    ['a later one of the same group', [1, 2], 0, [2, 1], 1, true],
    ['a later one of another person', [1], 0, [2], 1, false],
  ] as const)('of %s', async ([_what, submitterIds, minute, others, otherMinute, isSuperseded], { world }) => {
    const here = await world.anExercise()
    const first = await world.registered({ ...here, submitterIds, submittedAt: at(minute) })
    const second = await world.registered({ ...here, submitterIds: others, submittedAt: at(otherMinute) })
    expect(await world.supersededBy(first)).toBe(isSuperseded ? second : 'queued')
  })

  it('keeps a submission out of the queue if a newer one supersedes it, whichever is registered first', async ({
    world,
  }) => {
    const here = await world.anExercise()
    const newer = await world.registered({ ...here, submitterIds: [1, 2], submittedAt: at(2) })
    const older = await world.registered({ ...here, submitterIds: [1], submittedAt: at(1) })
    expect([await world.supersededBy(older), await world.supersededBy(newer)]).toEqual([newer, 'queued'])
    await world.registered({ ...here, submissionId: older, submitterIds: [1], submittedAt: at(1) })
    expect(await world.supersededBy(older)).toBe(newer)
  })

  it('supersedes fixtures by fixtures only, and decides again when a fixture is declared as real work', async ({
    world,
  }) => {
    const here = await world.anExercise()
    const real = await world.registered({ ...here, submittedAt: at(1) })
    const fixture = await world.registered({ ...here, submittedAt: at(2), fixture: true })
    expect([await world.supersededBy(real), await world.supersededBy(fixture)]).toEqual(['queued', 'queued'])
    await world.registered({ ...here, submissionId: fixture, fixture: false })
    expect([await world.supersededBy(real), await world.supersededBy(fixture)]).toEqual([fixture, 'queued'])
  })

  it('supersedes nothing of another exercise', async ({ world }) => {
    const first = await world.registered({ ...(await world.anExercise()), submittedAt: at(1) })
    await world.registered({ ...(await world.anExercise()), submittedAt: at(2) })
    expect(await world.supersededBy(first)).toBe('queued')
  })

  it('records once in the history of a begun assessment that it was superseded', async ({ world }) => {
    const here = await world.anExercise()
    const older = await world.registered({ ...here, submittedAt: at(1) })
    await world.begin(older)
    for (const minute of [2, 3]) await world.registered({ ...here, submittedAt: at(minute) })
    expect(await world.historyOf(older)).toEqual([
      { event: 'superseded', by_user_id: null, from_revision: 3, to_revision: 3, points: 4 },
    ])
  })

  it('declares assessment and feedback as real work with their submission', async ({ world }) => {
    const submissionId = await world.registered({ fixture: true, submitterIds: [901] })
    await world.begin(submissionId, true)
    await world.owner.query(
      `INSERT INTO feedback (id, course_id, submission_id, assessment_id, language, state, revision, body, annotations, author_id, updated_by,
        created_at, updated_at, fixture)
      SELECT gen_random_uuid(), course_id, submission_id, id, 'en', 'draft', 1, '', '{}', 101, 101, now(), now(), TRUE
      FROM assessment WHERE submission_id = $1`,
      [submissionId],
    )
    await world.registered({ submissionId, submitterIds: [901], fixture: false })
    expect(
      await world.one(
        'SELECT assessment.fixture, feedback.fixture AS feedback FROM assessment JOIN feedback USING (submission_id) WHERE submission_id = $1',
        [submissionId],
      ),
    ).toEqual({ fixture: false, feedback: false })
  })
})

describe('what superseded a submission', () => {
  it('supersedes it no more after it was deleted, and the next newest does', async ({ world }) => {
    const here = await world.anExercise()
    const [first, second, third] = [
      await world.registered({ ...here, submittedAt: at(1) }),
      await world.registered({ ...here, submittedAt: at(2) }),
      await world.registered({ ...here, submittedAt: at(3) }),
    ]
    expect([await world.supersededBy(first), await world.supersededBy(second)]).toEqual([third, third])
    expect(await world.remove(third)).toBe('deleted')
    expect([await world.supersededBy(first), await world.supersededBy(second)]).toEqual([second, 'queued'])
    expect(await world.database.transaction((tx) => deleteCapabilityRows(tx, here))).toEqual({ deleted: 2, kept: 0 })
  })

  it('still supersedes it when its capability is deleted after somebody began it', async ({ world }) => {
    const here = await world.anExercise()
    const older = await world.registered({ ...here, submittedAt: at(1) })
    const newer = await world.registered({ ...here, submittedAt: at(2) })
    await world.begin(newer)
    expect(await world.remove(newer)).toBe('deleted')
    expect(await world.supersededBy(older)).toEqual(newer)
    expect(await world.supersededBy(newer)).toBe('queued')
  })

  it('supersedes it no more after its exercise grades all attempts, and does again after it grades the latest', async ({
    world,
  }) => {
    const here = await world.anExercise()
    const older = await world.registered({ ...here, submittedAt: at(1) })
    const newer = await world.registered({ ...here, submittedAt: at(2) })
    await world.setAttempts(here, 'all')
    expect([await world.supersededBy(older), await world.supersededBy(newer)]).toEqual(['queued', 'queued'])
    await world.setAttempts(here, 'latest')
    expect([await world.supersededBy(older), await world.supersededBy(newer)]).toEqual([newer, 'queued'])
  })

  it("supersedes a group's submission for the remaining member when the other one is erased", async ({ world }) => {
    const here = await world.anExercise()
    const ofBoth = await world.registered({ ...here, submitterIds: [71, 72], submittedAt: at(1) })
    const ofOne = await world.registered({ ...here, submitterIds: [71], submittedAt: at(2) })
    expect(await world.supersededBy(ofBoth)).toBe('queued')
    await world.erase(here.courseId, 72)
    expect(await world.supersededBy(ofBoth)).toBe(ofOne)
    await world.erase(here.courseId, 71)
    expect([await world.supersededBy(ofBoth), await world.supersededBy(ofOne)]).toEqual(['not queued', 'not queued'])
  })

  it('supersedes it no more once it is gone upstream, and does again when it is found', async ({ world }) => {
    const here = await world.anExercise()
    const older = await world.registered({ ...here, submittedAt: at(1) })
    const newer = await world.registered({ ...here, submittedAt: at(2) })
    await world.noteUpstream('gone', { ...here, submissionId: newer })
    expect([await world.supersededBy(older), await world.supersededBy(newer)]).toEqual(['queued', 'not queued'])
    await world.noteUpstream('there', { ...here, submissionId: newer })
    expect([await world.supersededBy(older), await world.supersededBy(newer)]).toEqual([newer, 'queued'])
  })

  it('keeps it out of the queue when fixtures are reset', async ({ world }) => {
    const here = await world.anExercise()
    const older = await world.registered({ ...here, submittedAt: at(1), fixture: true })
    await world.begin(older, true)
    const newer = await world.registered({ ...here, submittedAt: at(2), fixture: true })
    await world.complete(newer, 'held')
    expect(await world.database.transaction((tx) => resetFixtures(tx, { ...here, submissionId: null }))).toEqual({
      assessments: 2,
      feedback: 1,
      deliveries: 1,
    })
    expect([await world.supersededBy(older), await world.supersededBy(newer)]).toEqual([newer, 'queued'])
  })
})

describe('the queue', () => {
  it.for(fullRun ? [1, 2, 3, 4, 5, 6] : [1])(
    'follows the rule after any changes at the same time (history %i)',
    async (_each, { world }) => {
      const seed = randomInt(2 ** 31)
      const chance = chanceFrom(seed)
      const below = (count: number) => Math.floor(chance() * count)
      const here = await world.anExercise()
      const ids = Array.from({ length: 8 }, (_, index) => here.exerciseId * 10_000 + index)
      const given = new Map(
        ids.map((id) => [id, { ...here, submissionId: id, submittedAt: at(below(4)), fixture: chance() < 0.3 }]),
      )
      let attempts: 'latest' | 'all' = 'latest'
      const steps: (() => Promise<unknown>)[] = [
        ...Array.from({ length: 6 }, () => async () => {
          const submitterIds = [1, 2, 3].filter(() => chance() < 0.5)
          await world
            .registered({
              ...given.get(ids[below(8)] ?? 0),
              submitterIds: submitterIds.length === 0 ? [1] : submitterIds,
            })
            .catch((error: unknown) => {
              if (!(error instanceof Error && error.message === 'delivery_pending')) throw error
            })
        }),
        () => world.remove(ids[below(8)] ?? 0),
        async () => {
          await world.complete(ids[below(8)] ?? 0, 'held').catch((error: unknown) => {
            if (!(error instanceof Error && /^(not_found|no_submitter|already_completed)$/.test(error.message)))
              throw error
          })
        },
        () => world.erase(here.courseId, 1 + below(3)),
        () => {
          const heads = ids.map((id) => {
            const people = [1, 2, 3].filter(() => chance() < 0.5)
            const status = chance() < 0.3 ? 'unofficial' : 'ready'
            return aHead(id, people.length === 0 ? [2] : people, { status })
          })
          return world.readList(here, heads)
        },
        () => world.noteUpstream('gone', { ...here, submissionId: ids[below(8)] ?? 0 }),
        () => world.noteUpstream('there', { ...here, submissionId: ids[below(8)] ?? 0 }),
        () => world.database.transaction((tx) => resetFixtures(tx, { ...here, submissionId: null })),
      ]
      for (let round = 0; round < 25; round += 1) {
        await Promise.all(Array.from({ length: 4 }, () => (steps[below(steps.length)] ?? (() => Promise.resolve()))()))
        if (chance() < 0.2) {
          attempts = chance() < 0.5 ? 'all' : 'latest'
          await world.setAttempts(here, attempts)
        }
        const { known, decided } = await storedQueue(world.owner, here.exerciseId)
        expect({ seed, round, decided }).toEqual({ seed, round, decided: expectedQueue(known, attempts) })
      }
    },
  )
})

async function openWorld() {
  const grading = await openGrading()
  /** A refresh with this list, unless another one runs. */
  const readList = async (
    here: { readonly courseId: number; readonly exerciseId: number },
    heads: readonly ReturnType<typeof aHead>[],
  ) => {
    const students = [1, 2, 3].map((userId) => aStudent(userId))
    const submissions = [{ exerciseId: here.exerciseId, heads }]
    const changes = await refresh(frontend, here.courseId, { students, submissions }).catch((error: unknown) => {
      if (!(error instanceof Error && error.message === 'somebody else refreshes the course')) throw error
      return null
    })
    if (changes !== null) await follow(frontend, { ...here, revision: changes.revision })
  }
  const { frontend, database, one, owner } = grading
  const remove = (submissionId: number) =>
    database.transaction((tx) => deleteCapabilityRow(tx, { submissionId, courseId: null, exerciseId: null }))
  const setAttempts = (of: { courseId: number; exerciseId: number }, attempts: 'latest' | 'all') =>
    grading.setGrading(of, { attempts })
  const erase = (courseId: number, userId: number) =>
    frontend.transaction((tx) => erasePerson(tx, { courseId, userId, byUserId: 101 }))
  /** What the learning platform says of a submission now. */
  const noteUpstream = (says: 'gone' | 'there', of: SubmissionOfExercise) =>
    frontend.transaction(async (tx) => {
      await (says === 'gone' ? markGone : unmarkGone)(tx, {
        ...of,
        submissionIds: [of.submissionId],
        readAt: 'infinity',
      })
    })
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
  return { ...grading, readList, remove, setAttempts, erase, noteUpstream, supersededBy, begin, historyOf }
}

const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 10, minute)).toISOString()
