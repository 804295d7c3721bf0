import type { StudentFeedback } from '@course-grading/contracts/feedback/student-feedback'
import { rubricDocumentExample } from '@course-grading/contracts/rubrics/rubric-examples'
import { test } from 'vitest'
import { fillStudentName } from '@course-grading/domain/feedback/student-name'
import { completeScores, registerSubmission } from '../assessments/assessments.fixture.ts'
import { type RubricClient, rubricClient } from '../rubrics/rubrics.fixture.ts'
import type { TestService } from '../service.fixture.ts'
import { makeSnippet } from '../snippets/snippets.fixture.ts'
import { startServiceForExamples } from '../tested-boundary.fixture.ts'
import { type FeedbackClient, feedbackClient, remark } from './feedback-client.fixture.ts'

const studentId = 221

/** A service, its teacher, and a student of its roster. */
interface HostileWorld {
  readonly service: TestService
  readonly client: FeedbackClient
  readonly rubrics: RubricClient
  readonly student: string
}

export const it = test.extend('world', { scope: 'file' }, async ({}, { onCleanup }) => {
  const world = await startHostileWorld()
  onCleanup(world.service.stop)
  return world
})

async function startHostileWorld(): Promise<HostileWorld> {
  const service = await startServiceForExamples()
  const client = feedbackClient(service)
  await service.sql`INSERT INTO exercise_grading (course_id, exercise_id, revision, anonymous, attempts, claim_order, auto_points, release, lease_minutes,
      max_open_claims, notify, updated_at) VALUES (11, 1103, 1, FALSE, 'all', 'bands', 'shown', 'manual', 30, 50, TRUE, now())`
  return { service, client, rubrics: rubricClient(service), student: await service.signIn(studentId) }
}

/** Whether PostgreSQL can store a text, which it cannot with NUL or half of a surrogate pair. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** A piece of HTML, and where it is shown. */
export type Shown = readonly [where: string, html: string]

async function done<Body>(reply: Response): Promise<Body> {
  if (!reply.ok) throw new Error(`${reply.url}: ${reply.status} ${await reply.text()}`)
  return (reply.status === 204 ? null : await reply.json()) as Body
}

/** The HTML of the preview of a text. */
export async function previewOf({ service }: HostileWorld, body: string): Promise<string> {
  const reply = await service.send('POST', '/courses/11/feedback/preview', { body: { body } })
  return (await done<{ html: string }>(reply)).html
}

let lastSubmission = 700_000

/**
 * Types these texts wherever people can: as titles of criteria, levels and checks, names of the student and of the exercise,
 * template, snippet, body, annotations and the places of annotations, comments and reason. Then it completes and releases the
 * work, publishes the same texts as a document about the student, and returns all HTML that results.
 */
export async function shownOf(world: HostileWorld, texts: readonly string[]): Promise<readonly Shown[]> {
  const { service, rubrics } = world
  let last = 0
  const next = (maxLength = 10_000): string => (texts[last++ % texts.length] ?? '').slice(0, maxLength).toWellFormed()
  const own = (text: string, ...values: unknown[]) => service.database.query(text, values)
  const name = next(200)
  await own('UPDATE roster_student SET full_name = $1 WHERE course_id = 11 AND user_id = $2', name, studentId)
  await own('UPDATE snapshot_exercise SET name = $1 WHERE course_id = 11 AND exercise_id = 1103', next(200))
  await putTemplate(world, `{{studentName}}: {{exerciseName}}, {{points}}\n\n${withoutBraces(next())}\n\n`)
  const rubricId = await rubrics.published(hostileRubric(next))
  await own('UPDATE exercise_grading SET rubric_id = $1 WHERE exercise_id = 1103', rubricId)
  const { snippetId } = await makeSnippet(service, await service.teacher(), { text: { en: next(5_000) } })
  const annotations = Object.fromEntries(
    texts.map((body, at) => [
      `a${at}`,
      remark({
        body,
        anchor: at % 2 === 0 ? { fileId: 71, path: next(1_000) } : { answerKey: next(200) },
        snippet: { snippetId, edited: true },
        criterionId: 'report',
      }),
    ]),
  )
  return [...(await asResult(world, { name, annotations }, next)), ...(await aboutStudent(world, annotations, next))]
}

/** Removes opening braces, since a template must not have braces around a text that is no placeholder. */
const withoutBraces = (text: string): string => text.replaceAll('{', '(')

async function putTemplate({ service, client }: HostileWorld, en: string): Promise<void> {
  const path = '/courses/11/feedback/templates'
  const { revision } = await done<{ revision: number }>(await client.get(path))
  await done(
    await service.send('PUT', path, {
      ifMatch: `"${revision}"`,
      body: { templates: { en } },
    }),
  )
}

function hostileRubric(next: (maxLength: number) => string): object {
  const titled = <Item extends { readonly title: object }>(item: Item): Item => ({
    ...item,
    title: { en: next(2_000) },
  })
  return {
    ...titled(rubricDocumentExample),
    criteria: rubricDocumentExample.criteria.map((criterion) => {
      if (criterion.kind === 'levels') return { ...titled(criterion), levels: criterion.levels.map(titled) }
      if (criterion.kind === 'checks') return { ...titled(criterion), checks: criterion.checks.map(titled) }
      return titled(criterion)
    }),
  }
}

async function asResult(
  world: HostileWorld,
  { name, annotations }: { readonly name: string; readonly annotations: object },
  next: () => string,
): Promise<readonly Shown[]> {
  const { service, client, student } = world
  const { assessments } = client
  const submissionId = (lastSubmission += 1)
  await registerSubmission(service, { submissionId, submitterIds: [studentId] })
  const claim = await service.send('POST', `/submissions/${submissionId}/claims`)
  const { id, feedbackId } = await done<{ id: string; feedbackId: string }>(claim)
  const begun = await client.read(feedbackId)
  const body = `${begun.body}${next()}\n\n${next()}`
  await done(await client.patch(feedbackId, { body, annotations }, begun))
  const scores = {
    structure: { ...completeScores.structure, comment: next() },
    faults: { checks: { copied: 1 }, comment: next() },
    report: { ...completeScores.report, comment: next() },
  }
  const patch = { scores, adjustment: { points: 1, reason: next() } }
  await done(await assessments.patch(id, patch, await assessments.read(id)))
  const complete = async (): Promise<string> => {
    await done(await assessments.complete(id, (await assessments.read(id)).revision))
    const sent = 'SELECT feedback_html FROM completed_result WHERE assessment_id = $1 AND withdrawn_at IS NULL'
    return String((await service.database.query(sent, [id]))[0]?.['feedback_html'])
  }
  const upstream = await complete()
  await done(await assessments.post(id, 'reopen', { body: { reason: next() } }))
  if ((await complete()) !== upstream) throw new Error('the same work, completed again, is sent as another text')
  await client.release(id)
  const read = await done<StudentFeedback>(await client.get(`/my/feedback/${feedbackId}`, student))
  return [['upstream', fillStudentName(upstream, [name])], ...shownToStudent('result', read)]
}

async function aboutStudent(world: HostileWorld, annotations: object, next: () => string): Promise<readonly Shown[]> {
  const { service, client, student } = world
  const made = await service.send('POST', '/courses/11/feedback', { body: { userId: studentId, language: 'en' } })
  const { id, body, revision } = await done<{ id: string; body: string; revision: number }>(made)
  const withoutCriteria = Object.fromEntries(
    Object.entries(annotations as Record<string, object>).map(([key, one]) => [key, { ...one, criterionId: null }]),
  )
  await done(await client.patch(id, { body: `${body}${next()}`, annotations: withoutCriteria }, { revision }))
  await done(await client.step(id, 'publish', await client.read(id)))
  return shownToStudent('document', await done<StudentFeedback>(await client.get(`/my/feedback/${id}`, student)))
}

function shownToStudent(what: string, { bodyHtml, annotations, result }: StudentFeedback): readonly Shown[] {
  return [
    [`body of the ${what}`, bodyHtml],
    ...annotations.map((annotation) => [`annotation of the ${what}`, annotation.bodyHtml] as const),
    ...(result?.criteria ?? []).map(({ commentHtml }) => ['comment', commentHtml ?? ''] as const),
  ]
}
