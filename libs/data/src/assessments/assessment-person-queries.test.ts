import { describe, expect } from 'vitest'
import { insertDeliveries } from '../delivery/insert-deliveries.ts'
import { erasePerson } from '../people/erase-person.ts'
import { insertCompletedResult } from './complete-assessment.ts'
import { postpone } from './hand-back.ts'
import { lockAssessment } from './lock-assessment.ts'
import { parkDraft } from './park-draft.ts'
import { saveJudgement } from './save-judgement.ts'
import { openClaims, testIn } from '../claims/open-claims.fixture.ts'
import { exportedText, tablesWith } from '../testing/about-people.ts'
import { raceRounds } from '../testing/full-run.ts'

const it = testIn(openWorld)

describe('erasing the last submitter of assessed work', () => {
  it('removes every text about it, and keeps the history and the points of the result', async ({ world }) => {
    const { id, userId, submissionId } = await world.held()
    await world.save(id, 'canary')
    await world.park(id, 'canary')
    await world.writeFeedback(id, 'canary')
    await world.complete(id)
    expect(await tablesWith(world.owner, 'canary')).toEqual([
      'assessment',
      'assessment_event',
      'completed_result',
      'feedback',
      'feedback_version',
      'parked_draft',
    ])
    expect(await world.erase(userId)).toEqual({ outcome: 'erased' })
    expect(await tablesWith(world.owner, 'canary')).toEqual([])
    expect(
      await world.one('SELECT points, withdrawn_at IS NULL AS stands FROM completed_result WHERE assessment_id = $1', [
        id,
      ]),
    ).toEqual({
      points: '1',
      stands: false,
    })
    expect(await world.historyOf(submissionId)).toEqual([
      'claimed by 103 1→1',
      'saved by 103 1→2',
      'completed by 103 2→2',
    ])
    expect(
      await world.one(
        `SELECT state, revision, holder_id, lease_until, scores::text, adjustment, private_note, points, in_queue, submission.postponed_at, held_until
        FROM assessment JOIN submission USING (submission_id) WHERE id = $1`,
        [id],
      ),
    ).toEqual({
      state: 'in_progress',
      revision: 3,
      holder_id: null,
      lease_until: null,
      scores: '{}',
      adjustment: null,
      private_note: '',
      points: '0',
      in_queue: false,
      postponed_at: null,
      held_until: null,
    })
  })

  it('ends the claim of its holder, who becomes its last grader, and parks nothing later', async ({ world }) => {
    const { id, userId } = await world.held()
    await world.frontend.transaction(async (tx) => {
      const found = await lockAssessment(tx, id)
      if (found !== null) await postpone(tx, found, { note: 'canary', userId: 103 })
    })
    await world.owner.query(
      'UPDATE assessment SET grader_id = 104, holder_id = 103, claimed_at = now(), lease_until = now() WHERE id = $1',
      [id],
    )
    await world.erase(userId)
    expect(await world.one('SELECT grader_id, holder_id, postponed_note FROM assessment WHERE id = $1', [id])).toEqual({
      grader_id: '103',
      holder_id: null,
      postponed_note: null,
    })
    await world.park(id, 'canary')
    expect(await tablesWith(world.owner, 'canary')).toEqual([])
  })

  it('leaves no text behind even if texts are saved and parked at the same time', async ({ world }) => {
    const outcomes = new Set<boolean>()
    for (let round = 0; round < raceRounds || (outcomes.size < 2 && round < 100); round += 1) {
      const { id, userId } = await world.held()
      const work = [
        () => world.erase(userId),
        () => world.save(id, 'canary'),
        () => world.park(id, 'canary'),
        () => world.save(id, 'canary again'),
      ]
      const turned = [...work.slice(round % 4), ...work.slice(0, round % 4)]
      for (const outcome of await Promise.all(turned.map((step) => step())))
        if (typeof outcome === 'boolean') outcomes.add(outcome)
    }
    expect(await tablesWith(world.owner, 'canary')).toEqual([])
    expect([...outcomes].toSorted()).toEqual([false, true])
  })

  it('lets the work be claimed again, empty, when it is registered again', async ({ world }) => {
    const { id, userId, submissionId } = await world.held()
    await world.save(id, 'canary')
    await world.erase(userId)
    await world.register({ ...world.here, submissionId, submitterIds: [userId] })
    expect(await world.claim(world.here, 104, submissionId)).toMatchObject({
      assessment: { id, holderId: 104, graderId: 104, scores: {}, privateNote: '' },
    })
  })
})

describe('erasing one of several submitters', () => {
  it('leaves the assessment to the others', async ({ world }) => {
    const { id, userId } = await world.held([20_901, 20_902])
    await world.save(id, 'kept')
    await world.park(id, 'kept')
    await world.erase(userId)
    expect(await tablesWith(world.owner, 'kept')).toEqual(['assessment', 'assessment_event', 'parked_draft'])
    expect(await world.one('SELECT holder_id FROM assessment WHERE id = $1', [id])).toEqual({ holder_id: '103' })
  })

  it('deletes only feedback about the erased person, with its refused saves', async ({ world }) => {
    const documents = [
      ['019ea3f2-7900-7b10-8c2d-3e4f5a6b7c01', 20_911],
      ['019ea3f2-7900-7b10-8c2d-3e4f5a6b7c02', 20_912],
    ] as const
    await world.enrol(world.here, { 20_911: [], 20_912: [] })
    for (const [id, userId] of documents) {
      await world.owner.query(
        `INSERT INTO feedback (id, course_id, user_id, language, state, revision, body, annotations, author_id, updated_by, created_at, updated_at, fixture)
        VALUES ($1, $2, $3, 'en', 'draft', 1, 'of a student', '{}', 103, 103, now(), now(), FALSE)`,
        [id, world.courseId, userId],
      )
      await world.owner.query(
        `INSERT INTO parked_draft (id, owner_id, course_id, feedback_id, refused_as, base_revision, content, created_at, fixture)
        VALUES ($1, 103, $2, $1, 'claim_lost', 1, '{}', now(), FALSE)`,
        [id, world.courseId],
      )
    }
    expect((await world.exported(20_911))['feedback']).toMatchObject([{ submissionId: null, body: 'of a student' }])
    expect((await world.exported(20_911))['parkedDrafts']).toHaveLength(1)
    await world.erase(20_911)
    const left = async (table: string) =>
      (await world.owner.query(`SELECT id FROM ${table} WHERE id = ANY ($1)`, [documents.map(([id]) => id)])).rows
    expect(await left('feedback')).toEqual([{ id: documents[1][0] }])
    expect(await left('parked_draft')).toEqual([{ id: documents[1][0] }])
  })
})

describe('exporting a person', () => {
  it('has assessments with scores, notes, history, feedback and refused saves, and nothing of others', async ({
    world,
  }) => {
    const { id, userId, submissionId } = await world.held()
    const other = await world.held()
    await world.save(other.id, 'foreign')
    await world.park(other.id, 'foreign')
    await world.save(id, 'mine')
    await world.park(id, 'typed')
    await world.writeFeedback(id, 'read this')
    const data = await world.exported(userId)
    expect(data).toMatchObject({
      assessments: [{ submissionId, privateNote: 'mine', scores: { points: { comment: 'mine' } } }],
      assessmentHistory: [{ event: 'claimed' }, { event: 'saved', judgement: { privateNote: 'mine' } }],
      parkedDrafts: [{ submissionId, content: { privateNote: 'typed' } }],
      feedback: [{ submissionId, body: 'read this' }],
    })
    expect(JSON.stringify(data)).not.toMatch(/foreign|[:"[ ]103\b/)
  })

  it('has every version of each document, however many pages they fill', async ({ world }) => {
    const { id, userId } = await world.held()
    const other = await world.held()
    for (const [assessmentId, text] of [
      [id, 'mine'],
      [other.id, 'foreign'],
    ])
      await world.owner.query(
        `INSERT INTO feedback_version (feedback_id, version, revision, language, body, annotations, saved_by, begun_at, saved_at)
        SELECT feedback.id, version, version, 'en', $2 || version, '{}', 103, now(), now()
        FROM feedback, generate_series(1, 45) AS version
        WHERE feedback.assessment_id = $1`,
        [assessmentId, text],
      )
    const versions = (await world.exported(userId))['feedbackVersions'] ?? []
    expect(versions.map(({ body }) => body)).toEqual(Array.from({ length: 45 }, (_, n) => `mine${n + 1}`))
  })
})

async function openWorld() {
  const claims = await openClaims()
  const { owner, frontend } = claims
  const here = await claims.anExercise()
  const { courseId } = here
  /** An assessment that grader 103 holds, of a submission by these people or by somebody new. */
  async function held(submitterIds: readonly number[] = [(lastUserId += 1)]) {
    const submissionId = await claims.aSubmission(here, { submitterIds: [...submitterIds] })
    const { assessment } = await claims.claim(here, 103, submissionId)
    await owner.query(
      "UPDATE assessment SET lease_until = now() - interval '1 day' WHERE submission_id <> $1 AND holder_id IS NOT NULL",
      [submissionId],
    )
    return { submissionId, id: assessment.id, userId: submitterIds[0] ?? 0 }
  }
  /** Saves a text as the holder; false if the work was erased meanwhile. */
  const save = (id: string, text: string): Promise<boolean> =>
    frontend.transaction(async (tx) => {
      const found = await lockAssessment(tx, id)
      if (found?.holderId !== 103) return false
      const texts = { scores: { points: { comment: text } }, adjustment: { points: 1, reason: text } }
      const parts = { privateNote: text, partRevisions: `{"privateNote":${found.revision + 1}}` }
      await saveJudgement(tx, found, { ...texts, ...parts, points: 1, userId: 103 })
      return true
    })
  const park = (id: string, text: string) =>
    frontend.transaction(async (tx) => {
      await lockAssessment(tx, id)
      const content = JSON.stringify({ privateNote: text })
      const about = { assessmentId: id, feedbackId: null, ownerId: 103 }
      await parkDraft(tx, { ...about, reason: 'claim_lost', baseRevision: 1, content })
    })
  const complete = (id: string) =>
    frontend.transaction(async (tx) => {
      const found = await lockAssessment(tx, id)
      if (found === null) throw new Error('no assessment')
      const texts = { feedbackHtml: '<p>canary</p>', payload: '{}' }
      const result = { points: '1', maxPoints: '10', ...texts, isReleased: false }
      const resultId = await insertCompletedResult(tx, found, result, 103)
      await insertDeliveries(tx, [resultId], { state: 'held', byUserId: 103 })
    })
  const erase = (userId: number) => frontend.transaction((tx) => erasePerson(tx, { courseId, userId, byUserId: 101 }))
  const exported = async (userId: number) =>
    JSON.parse(await exportedText(frontend, { courseId, userId })) as Record<string, Record<string, unknown>[]>
  const writeFeedback = (id: string, text: string) =>
    owner.query(
      "UPDATE feedback SET body = $2, annotations = json_build_object('a', $2::text), state = 'published' WHERE assessment_id = $1",
      [id, text],
    )
  return { ...claims, here, courseId, held, save, park, complete, erase, exported, writeFeedback }
}

let lastUserId = 20_000
