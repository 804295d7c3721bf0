import type { StudentFeedback } from '@course-grading/contracts/feedback/student-feedback'
import { describe, expect } from 'vitest'
import { registerSubmission } from '../assessments/assessments.fixture.ts'
import { startServiceForExamples } from '../tested-boundary.fixture.ts'
import { feedbackClient, makeAnonymous, remark } from './feedback-client.fixture.ts'
import type { AssessmentClient } from '../assessments/assessment-client.fixture.ts'
import { itOn, type TestService } from '../service-test.fixture.ts'

const it = itOn(prepared)

describe('the names of students in feedback', () => {
  it('are in no stored text', async ({ service, assessments, feedback }) => {
    const { feedbackId } = await completedWork(service, assessments)
    expect((await feedback.read(feedbackId)).body).toBe('Dear {{studentName}}, {{points}} points.')
    const places = await placesOf(service, 'Kanariella')
    expect(places.filter((place) => !shownPeople.includes(place))).toEqual(['roster_student'])
  })

  it('are in a preview only if it is for a document, for its readers', async ({ service, assessments, feedback }) => {
    const { feedbackId } = await completedWork(service, assessments)
    expect(await (await preview(service, feedbackId)).json()).toEqual({
      html: '<p>For Kanariella &lt;Yxnevik&gt;, Zaphodine Qvist</p>\n',
    })
    const about = await feedback.ofStudent({ userId: other.id })
    expect(await (await preview(service, about)).json()).toEqual({ html: '<p>For Zaphodine Qvist</p>\n' })
    const without = { body: { body: 'For {{studentName}}' } }
    expect(await (await service.send('POST', '/courses/11/feedback/preview', without)).json()).toEqual({
      html: '<p>For {{studentName}}</p>\n',
    })
    await expect(preview(service, about, await service.signIn(102))).toBeProblem(404, 'not_found')
    await expect(preview(service, '01920000-0000-7000-8000-000000000999')).toBeProblem(404, 'not_found')
  })

  it('are counted at their full length by the limit of the text', async ({ service, teacher }) => {
    const long = { session: teacher, body: { body: '{{studentName}} '.repeat(280) } }
    await expect(service.request('POST', '/courses/11/feedback/preview', long)).toBeProblem(400, 'validation_failed')
  })

  it('are in no reply to staff about work that has become anonymous', async ({ service, assessments, feedback }) => {
    const { id, feedbackId, submissionId } = await completedWork(service, assessments)
    await makeAnonymous(service)
    const paths = [
      `/feedback/${feedbackId}`,
      `/feedback/${feedbackId}/versions`,
      `/feedback/${feedbackId}/versions/1`,
      `/assessments/${id}`,
      `/assessments/${id}/history`,
      `/submissions/${submissionId}`,
      '/courses/11/submissions?exerciseId=1103',
      '/courses/11/deliveries',
      '/courses/11/exercises/1103/grades',
    ]
    const texts = await Promise.all(paths.map(async (path) => await (await feedback.get(path)).text()))
    texts.push(await (await preview(service, feedbackId)).text())
    await service.sql`UPDATE exercise_grading SET anonymous = FALSE WHERE course_id = 11 AND exercise_id = 1103`
    expect(texts.at(-1)).toMatch(/For Student/)
    expect([...paths, 'preview'].filter((_, at) => /Kanariella|Zaphodine/.test(texts[at] ?? ''))).toEqual([])
  })

  it('are gone everywhere after an erasure, except those of others', async ({ service, assessments, feedback }) => {
    const { id, feedbackId } = await completedWork(service, assessments)
    const erasure = `/courses/11/students/${erased.id}/data`
    await expect(service.send('DELETE', erasure)).toBeReply(204)
    expect(await placesOf(service, 'Kanariella')).toEqual([])
    await feedback.release(id)
    const session = await service.signIn(other.id)
    expect(await (await feedback.get(`/my/feedback/${feedbackId}`, session)).json()).toMatchObject({
      bodyHtml: '<p>Dear Zaphodine Qvist, 17 points.</p>\n',
    })
  })

  it('are filled in every text that a student reads, beside the points', async ({ service, assessments, feedback }) => {
    const text = '{{studentName}}, {{points}} of {{maxPoints}}, {{exerciseName}}'
    const { id, feedbackId } = await completedWork(service, assessments, [other.id], {
      scores: { points: { points: 17, comment: text } },
      document: {
        body: text,
        annotations: { a: remark({ body: text }), b: remark({ body: text, anchor: { answerKey: 'q' } }) },
      },
    })
    await feedback.release(id)
    const read = await feedback.get(`/my/feedback/${feedbackId}`, await service.signIn(other.id))
    const { bodyHtml, annotations, result } = (await read.json()) as StudentFeedback
    const filled = '<p>Zaphodine Qvist, 17 of 20, {{exerciseName}}</p>\n'
    expect([bodyHtml, ...annotations.map((each) => each.bodyHtml)]).toEqual([filled, filled, filled])
    // A comment is plain text, in which completion fills nothing.
    expect(result?.criteria[0]?.commentHtml).toBe('Zaphodine Qvist, {{points}} of {{maxPoints}}, {{exerciseName}}')
  })

  it('are in what the students of a group read, as text', async ({ service, assessments, feedback }) => {
    const { id, feedbackId } = await completedWork(service, assessments, [other.id, 225])
    await service.sql`UPDATE roster_student SET full_name = 'Eve <i>' WHERE course_id = 11 AND user_id = 225`
    await feedback.release(id)
    const session = await service.signIn(225)
    expect(await (await feedback.get(`/my/feedback/${feedbackId}`, session)).json()).toMatchObject({
      bodyHtml: '<p>Dear Zaphodine Qvist, Eve &lt;i&gt;, 17 points.</p>\n',
    })
  })
})

async function prepared() {
  const service = await startServiceForExamples()
  for (const { id, name } of [erased, other])
    await service.sql`UPDATE roster_student SET full_name = ${name} WHERE course_id = 11 AND user_id = ${id}`
  await service.send('PUT', '/courses/11/feedback/templates', {
    ifMatch: '"0"',
    body: { templates: { en: 'Dear {{studentName}}, {{points}} points.' } },
  })
  return service
}

/** Two students of the demo course with names that occur nowhere else. */
const [erased, other] = [
  { id: 223, name: 'Kanariella <Yxnevik>' },
  { id: 224, name: 'Zaphodine Qvist' },
]

let lastSubmission = 880_000

/** Work of both students, claimed by the teacher, judged, and completed. */
async function completedWork(
  service: TestService,
  assessments: AssessmentClient,
  submitterIds: readonly number[] = [erased.id, other.id],
  { scores = { points: { points: 17 } }, document = {} }: { readonly scores?: object; readonly document?: object } = {},
) {
  const submissionId = (lastSubmission += 1)
  await registerSubmission(service, { submissionId, submitterIds: [...submitterIds], attempt: lastSubmission })
  const claim = await service.send('POST', `/submissions/${submissionId}/claims`)
  const { id, feedbackId } = (await claim.json()) as { id: string; feedbackId: string }
  await assessments.patch(id, { scores }, await assessments.read(id))
  await feedbackClient(service, assessments).patch(feedbackId, document, { revision: 1 })
  const { revision } = await assessments.read(id)
  const completed = await assessments.complete(id, revision)
  if (!completed.ok) throw new Error(`completing: ${completed.status} ${await completed.text()}`)
  return { id, feedbackId, submissionId }
}

/** Views that name people when they are read. */
const shownPeople = ['present_student', 'submission_for_staff', 'submission_for_student']

/** The tables and views in which a text stands anywhere. */
async function placesOf(service: TestService, text: string): Promise<readonly string[]> {
  const tables =
    await service.sql`SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v')`
  const found: string[] = []
  for (const { relname } of tables) {
    const [row] = await service.database.query(
      `SELECT count(*)::int AS count FROM "${String(relname)}" AS one WHERE strpos(one::text, $1) > 0`,
      [text],
    )
    if (row?.['count'] !== 0) found.push(String(relname))
  }
  return found
}

const preview = async (service: TestService, feedbackId: string, session?: string) => {
  const body = { body: 'For {{studentName}}', feedbackId }
  return await service.send('POST', '/courses/11/feedback/preview', { session, body })
}
