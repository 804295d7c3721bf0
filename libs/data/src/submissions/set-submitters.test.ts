import { describe, expect } from 'vitest'
import { findLastChange } from '../assessments/find-last-change.ts'
import { openClaims, testIn } from '../claims/open-claims.fixture.ts'
import { erasePerson } from '../people/erase-person.ts'

const it = testIn(openWorld)

describe('a registration that names other submitters', () => {
  it('takes out whom it does not name, and brings in whom it names', async ({ world }) => {
    const submissionId = await world.registered({ submitterIds: [601, 602] })
    await world.registered({ submissionId, submitterIds: [602, 603] })
    expect(await world.submittersOf(submissionId)).toEqual([602, 603])
    expect(await world.copiedOf(submissionId)).toEqual([602, 603])
  })

  it('changes nothing while it is rejected, because a grade is on its way', async ({ world }) => {
    const submissionId = await world.registered({ submitterIds: [604] })
    await world.complete(submissionId, 'pending')
    expect(await world.register({ submissionId, submitterIds: [605] })).toEqual({ outcome: 'delivery_pending' })
    expect(await world.submittersOf(submissionId)).toEqual([604])
  })

  it('is in the history of a begun assessment, whose draft and holder stay', async ({ world }) => {
    const here = await world.anExercise()
    const submissionId = await world.registered({ ...here, submitterIds: [612, 611] })
    await world.claim(here, 101, submissionId)
    await world.save(submissionId)
    await world.registered({ ...here, submissionId, submitterIds: [611, 613] })
    expect((await world.eventsOf(submissionId)).at(-1)).toEqual({
      event: 'submitters_changed',
      by: null,
      before: [611, 612],
      after: [611, 613],
      revisions: [2, 2],
    })
    expect(await world.draftOf(submissionId)).toEqual({ holder: 101, scores: { points: { points: 3 } }, revision: 2 })
  })

  it('is not what changed the assessment last', async ({ world }) => {
    const here = await world.anExercise()
    const submissionId = await world.registered({ ...here, submitterIds: [615] })
    const { assessment } = await world.claim(here, 101, submissionId)
    await world.registered({ ...here, submissionId, submitterIds: [616] })
    expect(await world.frontend.transaction((tx) => findLastChange(tx, assessment.id))).toMatchObject({ byUserId: 101 })
  })

  it('leaves no row in the history where it names the same, in another order', async ({ world }) => {
    const here = await world.anExercise()
    const submissionId = await world.registered({ ...here, submitterIds: [621, 622] })
    await world.claim(here, 101, submissionId)
    await world.registered({ ...here, submissionId, submitterIds: [622, 621] })
    expect((await world.eventsOf(submissionId)).map(({ event }) => event)).toEqual(['claimed'])
  })

  it.for([
    ['who holds it', 0],
    ['whose lease has run out', 1],
  ] as const)('hands back the claim of a grader %s and comes in', async ([_who, lapsed], { world }) => {
    const here = await world.anExercise()
    const submissionId = await world.registered({ ...here, submitterIds: [631] })
    await world.claim(here, 103, submissionId)
    if (lapsed === 1) await world.lapse(submissionId)
    await world.registered({ ...here, submissionId, submitterIds: [631, 103] })
    expect(await world.draftOf(submissionId)).toMatchObject({ holder: null })
    expect(await world.heldUntil(submissionId)).toBeNull()
    expect((await world.eventsOf(submissionId)).map(({ event, by }) => [event, by])).toEqual([
      ['claimed', 103],
      ['submitters_changed', null],
      ['handed_back', null],
    ])
    expect(await world.nextId(here, 103)).toBe('nothing_left')
    await expect(world.claim(here, 103, submissionId)).rejects.toMatchObject({ code: 'forbidden' })
    expect(await world.nextId(here, 104)).toBe(submissionId)
  })

  it('forgets what those read who are taken out', async ({ world }) => {
    const submissionId = await world.registered({ submitterIds: [641, 642] })
    await world.readBy(submissionId, [641, 642])
    await world.registered({ submissionId, submitterIds: [642] })
    expect(await world.readersOf(submissionId)).toEqual([642])
  })

  it('decides again what it superseded, and what supersedes it', async ({ world }) => {
    const here = await world.anExercise()
    const first = await world.registered({ ...here, submitterIds: [651], submittedAt: at(1) })
    const moved = await world.registered({ ...here, submitterIds: [651], submittedAt: at(2) })
    const other = await world.registered({ ...here, submitterIds: [652], submittedAt: at(3) })
    expect(await world.isQueued(first)).toBe(false)
    await world.registered({ ...here, submissionId: moved, submitterIds: [652], submittedAt: at(2) })
    expect([await world.isQueued(first), await world.isQueued(moved), await world.isQueued(other)]).toEqual([
      true,
      false,
      true,
    ])
  })
})

describe('the erasure of somebody who was taken out', () => {
  it('empties the history of who handed in, of work that is no longer theirs, and nothing of others', async ({
    world,
  }) => {
    const here = await world.anExercise()
    const [changed, ofOthers] = [
      await world.registered({ ...here, submitterIds: [661, 662] }),
      await world.registered({ ...here, submitterIds: [663] }),
    ]
    for (const submissionId of [changed, ofOthers]) await world.claim(here, 101, submissionId)
    await world.registered({ ...here, submissionId: changed, submitterIds: [662] })
    await world.registered({ ...here, submissionId: ofOthers, submitterIds: [664] })
    expect(await world.erase(here.courseId, 661)).toEqual({ outcome: 'erased' })
    expect((await world.eventsOf(changed)).at(-1)).toMatchObject({
      event: 'submitters_changed',
      before: null,
      after: null,
    })
    expect((await world.eventsOf(ofOthers)).at(-1)).toMatchObject({ before: [663], after: [664] })
    expect([await world.submittersOf(changed), await world.isQueued(changed)]).toEqual([[662], true])
    expect(await world.erase(here.courseId, 661)).toEqual({ outcome: 'already_erased' })
  })

  it('leaves nobody in the history, once it has nobody left', async ({ world }) => {
    const here = await world.anExercise()
    const submissionId = await world.registered({ ...here, submitterIds: [665] })
    await world.claim(here, 101, submissionId)
    for (const id of [666, 667]) await world.registered({ ...here, submissionId, submitterIds: [id] })
    await world.erase(here.courseId, 667)
    const changes = (await world.eventsOf(submissionId)).filter(({ event }) => event === 'submitters_changed')
    expect(changes.map(({ before, after }) => [before, after])).toEqual([
      [null, null],
      [null, null],
    ])
  })

  it('forgets what they read at the moment when they were taken out', async ({ world }) => {
    const submissionId = await world.registered({ submitterIds: [671] })
    await world.readBy(submissionId, [672])
    expect(await world.erase(world.courseId, 672)).toEqual({ outcome: 'erased' })
    expect(await world.readersOf(submissionId)).toEqual([])
  })
})

async function openWorld() {
  const claims = await openClaims()
  const { owner, one, frontend } = claims
  const copiedOf = async (submissionId: number) =>
    (
      await one<{ ids: number[] }>(
        'SELECT ARRAY(SELECT unnest(submitter_ids)::float8 ORDER BY 1) AS ids FROM submission WHERE submission_id = $1',
        [submissionId],
      )
    )?.ids
  const eventsOf = async (submissionId: number) =>
    (
      await owner.query<{
        event: string
        by: number | null
        before: number[] | null
        after: number[] | null
        revisions: number[]
      }>(
        `SELECT event, by_user_id::float8 AS by, before_submitter_ids::float8[] AS before, after_submitter_ids::float8[] AS after,
          ARRAY[from_revision, to_revision] AS revisions
        FROM assessment_event JOIN assessment ON assessment.id = assessment_id WHERE submission_id = $1 ORDER BY assessment_event.id`,
        [submissionId],
      )
    ).rows
  const draftOf = (submissionId: number) =>
    one('SELECT holder_id::float8 AS holder, scores, revision FROM assessment WHERE submission_id = $1', [submissionId])
  const heldUntil = async (submissionId: number) =>
    (
      await one<{ until: string | null }>('SELECT held_until AS until FROM submission WHERE submission_id = $1', [
        submissionId,
      ])
    )?.until
  /** Feedback of the submission that these people have read. */
  const readBy = async (submissionId: number, userIds: readonly number[]) => {
    await claims.complete(submissionId, 'held')
    await owner.query(
      `INSERT INTO feedback_read SELECT feedback.id, reader.id, now() FROM feedback, unnest($2::bigint[]) AS reader (id)
      WHERE submission_id = $1`,
      [submissionId, userIds],
    )
  }
  const readersOf = async (submissionId: number) =>
    (
      await owner.query<{ id: number }>(
        `SELECT feedback_read.user_id::float8 AS id FROM feedback_read JOIN feedback ON feedback.id = feedback_id
        WHERE submission_id = $1 ORDER BY 1`,
        [submissionId],
      )
    ).rows.map(({ id }) => id)
  const erase = (courseId: number, userId: number) =>
    frontend.transaction((tx) => erasePerson(tx, { courseId, userId, byUserId: 101 }))
  return { ...claims, copiedOf, eventsOf, draftOf, heldUntil, readBy, readersOf, erase }
}

const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 10, minute)).toISOString()
