import { listFeedbackIds, listOwnFeedback, findOwnFeedback } from '@course-grading/data'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { ownerQuery } from '../owner-query.fixture.ts'
import type { TestService } from '../service.fixture.ts'
import { startServiceForExamples } from '../tested-boundary.fixture.ts'
import { type FeedbackClient, feedbackClient } from './feedback-client.fixture.ts'
import { anyHistory, hasBeenReleased, type Model, newModel, type Step, visibleTo } from './visible-model.fixture.ts'

/** Two of a group, one who joins it, and one who does not. */
const students = [221, 222, 223, 224] as const
let service: TestService
let client: FeedbackClient
const sessions = new Map<number, string>()
beforeAll(async () => {
  service = await startServiceForExamples()
  client = await feedbackClient(service)
  for (const userId of students) sessions.set(userId, await service.signIn(userId))
})
afterAll(() => service.stop())

interface Subject {
  readonly id: string
  readonly assessmentId: string
  readonly submissionId: number
}

const expectDone = (reply: Response): void => expect([200, 204]).toContain(reply.status)

async function perform(step: Step, { id, assessmentId, submissionId }: Subject, model: Model): Promise<void> {
  const { assessments } = client
  const revision = async () => (await assessments.read(assessmentId)).revision
  const own = (text: string, ...values: unknown[]) => ownerQuery(service, text, values)
  switch (step) {
    case 'save': {
      if (model.state !== 'in_progress') return
      model.added = (model.added + 1) % 4
      model.body = `Text ${model.results.length} ${model.added}`
      const adjustment = { points: model.added - 1, reason: 'As it is.' }
      expectDone(await assessments.patch(assessmentId, { adjustment }, { revision: await revision() }))
      expectDone(await client.patch(id, { body: model.body }, { revision: (await client.read(id)).revision }))
      return
    }
    case 'complete': {
      if (model.state !== 'in_progress') return
      const reply = await assessments.complete(assessmentId, await revision())
      expectDone(reply)
      const { points } = (await reply.json()) as { points: number }
      model.state = 'completed'
      model.results.push({ points, body: model.body, isReleased: false })
      return
    }
    case 'release': {
      if (model.state !== 'completed') return
      await client.release(assessmentId)
      const standing = model.results.at(-1)
      if (standing === undefined || standing.isReleased) return
      standing.isReleased = true
      model.isWithdrawn = false
      return
    }
    case 'reopen':
      if (model.state !== 'completed') return
      expectDone(await assessments.post(assessmentId, 'reopen', { body: { reason: 'Once more.' } }))
      model.state = 'in_progress'
      return
    case 'withdraw':
    case 'publish': {
      const isAllowed = hasBeenReleased(model) && model.isWithdrawn === (step === 'publish')
      const reply = await client.step(id, step, { revision: (await client.read(id)).revision })
      expect(reply.status).toBe(isAllowed ? 204 : 409)
      if (isAllowed) model.isWithdrawn = step === 'withdraw'
      return
    }
    case 'migrate': {
      // What the run of a plan does to a result: another one takes its place, for a teacher to release.
      if (model.state !== 'completed') return
      await own(
        `WITH before AS (UPDATE completed_result SET withdrawn_at = now() WHERE submission_id = $1 AND withdrawn_at IS NULL RETURNING *)
        INSERT INTO completed_result
        SELECT made.*
        FROM before, jsonb_populate_record(NULL::completed_result, to_jsonb(before) || jsonb_build_object('id', gen_random_uuid(),
          'points', before.points - 1, 'withdrawn_at', NULL, 'released_at', NULL, 'created_at', clock_timestamp())) AS made`,
        submissionId,
      )
      const standing = model.results.at(-1)
      if (standing !== undefined)
        model.results.push({ points: standing.points - 1, body: standing.body, isReleased: false })
      return
    }
    case 'hide course':
      model.isCourseHidden = true
      await own('UPDATE course_snapshot SET visible = FALSE WHERE course_id = 11')
      return
    case 'hide module':
      model.isModuleHidden = true
      await own(`UPDATE snapshot_module SET hidden = TRUE WHERE course_id = 11`)
      return
    case 'take the snapshot':
      await showAll(model)
      return
    case 'join':
      model.submitters.add(223)
      await own('INSERT INTO submission_submitter VALUES ($1, 223) ON CONFLICT DO NOTHING', submissionId)
      return
    case 'leave':
      model.submitters.delete(222)
      await own('DELETE FROM submission_submitter WHERE submission_id = $1 AND user_id = 222', submissionId)
      return
    case 'drop':
      // Who drops the course keeps what was released.
      await own('DELETE FROM roster_student WHERE course_id = 11 AND user_id = 221')
      return
    default:
      model.submitters.clear()
      await own('DELETE FROM submission_submitter WHERE submission_id = $1', submissionId)
  }
}

async function showAll(model: Model): Promise<void> {
  Object.assign(model, { isCourseHidden: false, isModuleHidden: false })
  await ownerQuery(service, 'UPDATE course_snapshot SET visible = TRUE WHERE course_id = 11')
  await ownerQuery(service, 'UPDATE snapshot_module SET hidden = FALSE WHERE course_id = 11')
}

/** Everything that shows a student something of it, over HTTP where the operation asks the view itself. */
async function answersTo(userId: number, { id, submissionId }: Subject) {
  const { database } = service.deps
  const reply = await client.get(`/my/feedback/${id}`, sessions.get(userId))
  const read = reply.ok ? ((await reply.json()) as { bodyHtml: string; result: { points: number } | null }) : null
  const stored = await findOwnFeedback(database, id, userId)
  const listed = await listOwnFeedback(database, { userId, courseId: 11, before: null, limit: 200 })
  const ids = await listFeedbackIds(database, submissionId, 'student')
  return {
    status: reply.status,
    body: read?.bodyHtml.replaceAll(/<\/?p>|\n/g, '') ?? null,
    isStored: stored !== null,
    points: listed.find((row) => row.id === id)?.points ?? null,
    isListed: listed.some((row) => row.id === id),
    ids,
  }
}

async function run(history: readonly Step[]): Promise<void> {
  const model = newModel([221, 222])
  const { id, assessmentId } = await client.ofSubmission([221, 222])
  const { submissionId } = await client.assessments.read(assessmentId)
  const subject = { id, assessmentId, submissionId }
  try {
    for (const step of history) {
      await perform(step, subject, model)
      const isShown = visibleTo({ ...model, submitters: new Set(students) }, 221) !== null
      const found = await Promise.all(students.map(async (userId) => [userId, await answersTo(userId, subject)]))
      const expected = students.map((userId) => {
        const visible = visibleTo(model, userId)
        const isVisible = visible !== null
        const { body, points } = visible ?? { body: null, points: null }
        const status = isVisible ? 200 : 404
        return [userId, { status, body, isStored: isVisible, points, isListed: isVisible, ids: isShown ? [id] : [] }]
      })
      expect([step, ...found]).toEqual([step, ...expected])
    }
  } finally {
    await showAll(model)
    await ownerQuery(service, 'DELETE FROM submission_submitter WHERE submission_id = $1', [submissionId])
  }
}

/** A document about a student, in the order of its life. */
async function runAboutStudent(): Promise<void> {
  const seen = async (id: string) => (await client.get(`/my/feedback/${id}`, sessions.get(221))).status
  const draft = await client.ofStudent({ userId: 221 })
  expect(await seen(draft)).toBe(404)
  const id = await client.ofStudent({ userId: 221, state: 'published' })
  expect((await client.get(`/my/feedback/${id}`, sessions.get(222))).status).toBe(404)
  expect(await seen(id)).toBe(200)
  await ownerQuery(service, 'UPDATE course_snapshot SET visible = FALSE WHERE course_id = 11')
  const hidden = await seen(id)
  await ownerQuery(service, 'UPDATE course_snapshot SET visible = TRUE WHERE course_id = 11')
  expect(hidden).toBe(404)
  await client.step(id, 'withdraw')
  expect(await seen(id)).toBe(404)
}

const released: readonly Step[] = ['save', 'complete', 'release']
const again: readonly Step[] = [...released, 'reopen', 'save', 'complete']

describe('what students see', () => {
  it(
    'is the newest release of a submission, whatever happened before and after it',
    { timeout: 3_000_000 },
    async () => {
      await fc.assert(fc.asyncProperty(anyHistory, run), { numRuns: inject('fullRun') ? 1_000 : 8 })
    },
  )

  it('is a document about the student while it is published', runAboutStudent)

  it.each<[clause: string, from: RegExp, to: string, proof: () => Promise<void>]>([
    ['was released', /\(?released\.released_at IS NOT NULL\)?/, 'TRUE', () => run([...again, 'save'])],
    ['is published', /feedback\.state = 'published'::text/, 'TRUE', () => run([...released, 'withdraw'])],
    ['is the newest', /ROW\(newer[^)]*\) > ROW\([^)]*\)/, 'FALSE', () => run([...again, 'release'])],
    ['is older than what is no release', /newer\.released_at IS NOT NULL/, 'TRUE', () => run(again)],
    ['is of a course that is shown', /NOT course_snapshot\.visible/, 'FALSE', () => run([...released, 'hide course'])],
    ['is of a module that is shown', /snapshot_module\.hidden/, 'FALSE', () => run([...released, 'hide module'])],
    [
      'is published, about a student',
      /(?<=user_id IS NOT NULL[^]*)feedback\.state = 'published'::text/,
      'TRUE',
      runAboutStudent,
    ],
    [
      'is about a student of a course that is shown',
      /NOT course_snapshot\.visible(?![^]*NOT course_snapshot\.visible)/,
      'FALSE',
      runAboutStudent,
    ],
  ])('would be noticed to differ if it were not asked whether it %s', async (_clause, from, to, proof) => {
    const view = 'student_visible_result'
    const [row] = await ownerQuery(service, `SELECT pg_get_viewdef('${view}') AS text`)
    const text = String(row?.['text'])
    const broken = text.replace(from, to)
    expect(broken).not.toBe(text)
    await ownerQuery(service, `CREATE OR REPLACE VIEW ${view} AS ${broken}`)
    try {
      await expect(proof()).rejects.toThrow(/expected|row mismatch|database failure/)
    } finally {
      await ownerQuery(service, `CREATE OR REPLACE VIEW ${view} AS ${text}`)
    }
  })
})
