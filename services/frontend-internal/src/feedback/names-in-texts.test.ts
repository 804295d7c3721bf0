import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerSubmission } from '../assessments/assessments.fixture.ts'
import { verdictOf } from '../every-operation.fixture.ts'
import { ownerQuery } from '../owner-query.fixture.ts'
import type { TestService } from '../service.fixture.ts'
import { startServiceForExamples } from '../tested-boundary.fixture.ts'
import { type FeedbackClient, feedbackClient, makeAnonymous } from './feedback-client.fixture.ts'

/** Two students of the demo course with names that occur nowhere else. */
const [erased, other] = [
  { id: 223, name: 'Kanariella <Yxnevik>' },
  { id: 224, name: 'Zaphodine Qvist' },
]

let service: TestService
let client: FeedbackClient
let lastSubmission = 880_000
beforeAll(async () => {
  service = await startServiceForExamples()
  client = await feedbackClient(service)
  for (const { id, name } of [erased, other])
    await ownerQuery(service, 'UPDATE roster_student SET full_name = $2 WHERE course_id = 11 AND user_id = $1', [
      id,
      name,
    ])
  await service.request('PUT', '/courses/11/feedback/templates', {
    session: client.teacher,
    ifMatch: '"0"',
    body: { templates: { en: 'Dear {{studentName}}, {{points}} points.' } },
  })
})
afterAll(() => service.stop())

/** Work of both students, claimed by the teacher, judged, and completed. */
async function completedWork(submitterIds: readonly number[] = [erased.id, other.id]) {
  const submissionId = (lastSubmission += 1)
  const session = client.teacher
  await registerSubmission(service, { submissionId, submitterIds: [...submitterIds], attempt: lastSubmission })
  const claim = await service.request('POST', `/submissions/${submissionId}/claims`, { session })
  const { id, feedbackId } = (await claim.json()) as { id: string; feedbackId: string }
  await client.assessments.patch(id, { scores: { points: { points: 17 } } }, await client.assessments.read(id))
  const { revision } = await client.assessments.read(id)
  const completed = await client.assessments.complete(id, revision)
  if (!completed.ok) throw new Error(`completing: ${completed.status} ${await completed.text()}`)
  return { id, feedbackId, submissionId }
}

/** The tables and views in which a text stands anywhere. */
async function placesOf(text: string): Promise<readonly string[]> {
  const tables = await ownerQuery(
    service,
    "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v')",
  )
  const found: string[] = []
  for (const { relname } of tables) {
    const [row] = await ownerQuery(
      service,
      `SELECT count(*)::int AS count FROM "${String(relname)}" AS one WHERE strpos(one::text, $1) > 0`,
      [text],
    )
    if (row?.['count'] !== 0) found.push(String(relname))
  }
  return found
}

const preview = async (feedbackId: string, session = client.teacher) => {
  const body = { body: 'For {{studentName}}', feedbackId }
  return await service.request('POST', '/courses/11/feedback/preview', { session, body })
}

describe('the names of students in feedback', () => {
  it('are in no stored text', async () => {
    const { feedbackId } = await completedWork()
    expect((await client.read(feedbackId)).body).toBe('Dear {{studentName}}, {{points}} points.')
    expect(await placesOf('Kanariella')).toEqual(['roster_student'])
  })

  it('are in the text of a preview only if it is for a document, whose readers are those of the preview', async () => {
    const { feedbackId } = await completedWork()
    expect(await (await preview(feedbackId)).json()).toEqual({
      html: '<p>For Kanariella &lt;Yxnevik&gt;, Zaphodine Qvist</p>\n',
    })
    const about = await client.ofStudent({ userId: other.id })
    expect(await (await preview(about)).json()).toEqual({ html: '<p>For Zaphodine Qvist</p>\n' })
    const without = { session: client.teacher, body: { body: 'For {{studentName}}' } }
    expect(await (await service.request('POST', '/courses/11/feedback/preview', without)).json()).toEqual({
      html: '<p>For {{studentName}}</p>\n',
    })
    expect(await verdictOf(await preview(about, await service.signIn(102)))).toEqual([404, 'not_found'])
    expect(await verdictOf(await preview('01920000-0000-7000-8000-000000000999'))).toEqual([404, 'not_found'])
  })

  it('are counted at their full length by the limit of the text', async () => {
    const long = { session: client.teacher, body: { body: '{{studentName}} '.repeat(280) } }
    expect(await verdictOf(await service.request('POST', '/courses/11/feedback/preview', long))).toEqual([
      400,
      'validation_failed',
    ])
  })

  it('are in no reply to staff about work that has become anonymous', async () => {
    const { id, feedbackId, submissionId } = await completedWork()
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
    const texts = await Promise.all(paths.map(async (path) => await (await client.get(path)).text()))
    texts.push(await (await preview(feedbackId)).text())
    await ownerQuery(
      service,
      'UPDATE exercise_grading SET anonymous = FALSE WHERE course_id = 11 AND exercise_id = 1103',
    )
    expect(texts.at(-1)).toMatch(/For Student/)
    expect([...paths, 'preview'].filter((_, at) => /Kanariella|Zaphodine/.test(texts[at] ?? ''))).toEqual([])
  })

  it('are gone everywhere after an erasure, and the others of the group keep theirs', async () => {
    const { id, feedbackId } = await completedWork()
    const erasure = `/courses/11/students/${erased.id}/data`
    expect((await service.request('DELETE', erasure, { session: client.teacher })).status).toBe(204)
    expect(await placesOf('Kanariella')).toEqual([])
    await client.release(id)
    const session = await service.signIn(other.id)
    expect(await (await client.get(`/my/feedback/${feedbackId}`, session)).json()).toMatchObject({
      bodyHtml: '<p>Dear Zaphodine Qvist, 17 points.</p>\n',
    })
  })
  it('are in what the students of a group read, as text', async () => {
    const { id, feedbackId } = await completedWork([other.id, 225])
    await ownerQuery(service, "UPDATE roster_student SET full_name = 'Eve <i>' WHERE course_id = 11 AND user_id = 225")
    await client.release(id)
    const session = await service.signIn(225)
    expect(await (await client.get(`/my/feedback/${feedbackId}`, session)).json()).toMatchObject({
      bodyHtml: '<p>Dear Zaphodine Qvist, Eve &lt;i&gt;, 17 points.</p>\n',
    })
  })
})
