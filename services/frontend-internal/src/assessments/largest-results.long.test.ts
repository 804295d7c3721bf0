import { maxPlaceholderBytes } from '@course-grading/domain/feedback/student-name'
import { maxFeedbackBytes } from '@course-grading/domain/assessments/result-texts'
import { gradeForm } from '@course-grading/domain/delivery/grade-form'
import { pageProblems } from '@course-grading/markdown/testing/page-problems'
import { sanitiseFeedback } from '@course-grading/markdown/sanitise-feedback'
import { describe, expect } from 'vitest'
import { issuesOf } from '../every-operation.fixture.ts'
import { type FeedbackClient, remark } from '../feedback/feedback-client.fixture.ts'
import { changeSettings } from '../settings/settings.fixture.ts'
import { startServiceForExamples } from '../tested-boundary.fixture.ts'
import type { AssessmentClient } from './assessment-client.fixture.ts'
import { itOn, type TestService } from '../service-test.fixture.ts'

const it = itOn(prepared)

describe('the text for the learning platform, of a body of 200,000 characters and 1,000 annotations', () => {
  it.for([
    ['fi', 'Pisteet: 17 / 20', 'Rivi 1000: Kysymys'],
    ['en', 'Points: 17 of 20', 'Line 1000: Question'],
    ['sv', 'Poäng: 17 av 20', 'Rad 1000: Fråga'],
    ['de', 'Points: 17 of 20', 'Line 1000: Question'],
  ] as const)('is whole each time, in %s', async ([language, heading, line], { service, assessments, feedback }) => {
    const annotation = 'b'.repeat(lengthOfAnnotations)
    const { assessmentId, reply } = await complete(assessments, feedback, {
      language,
      body: 'a'.repeat(200_000),
      annotation,
    })
    expect(reply.status).toBe(200)
    const sent = await sentOf(service, assessmentId)
    expect(Buffer.byteLength(sent)).toBeGreaterThan(400_000)
    expect(Buffer.byteLength(sent)).toBeLessThanOrEqual(maxFeedbackBytes)
    for (const part of [heading, line, 'a'.repeat(200_000)]) expect(sent.includes(part)).toBe(true)
    expect(sent.split(annotation)).toHaveLength(1_001)
    expect(pageProblems(sent)).toEqual([])
    expect(sanitiseFeedback(sent) === sent).toBe(true)
    await assessments.post(assessmentId, 'reopen', { body: { reason: 'Once more.' } })
    const { revision } = await assessments.read(assessmentId)
    await expect(assessments.complete(assessmentId, revision)).toBeReply(200)
    expect((await sentOf(service, assessmentId)) === sent).toBe(true)
  })

  it.for(['fi', 'de'] as const)(
    'has at most 500,000 bytes in %s, with room for what fills its heading',
    async (language, { service, assessments, feedback }) => {
      const annotation = 'b'.repeat(lengthOfAnnotations)
      const { assessmentId, reply } = await complete(assessments, feedback, { language, body: 'a', annotation })
      expect(reply.status).toBe(200)
      // Each character of the body is a byte of the text. Beyond 200,000 characters, letters of two bytes make up the rest.
      const most = maxFeedbackBytes - maxPlaceholderBytes
      const left = most - Buffer.byteLength(await sentOf(service, assessmentId)) + 1
      const bodyOf = (bytes: number): string => 'ä'.repeat(bytes - 200_000) + 'a'.repeat(400_000 - bytes)
      const full = await complete(assessments, feedback, { language, body: bodyOf(left), annotation })
      expect(full.reply.status).toBe(200)
      const sent = await sentOf(service, full.assessmentId)
      expect(Buffer.byteLength(sent)).toBe(most)
      const above = await complete(assessments, feedback, { language, body: bodyOf(left + 1), annotation })
      expect(await issuesOf(above.reply)).toEqual(['$.feedback too_long'])
    },
  )

  it('fits into the form also where letters take six characters there', async ({ service, assessments, feedback }) => {
    const { assessmentId, reply } = await complete(assessments, feedback, {
      language: 'fi',
      body: 'ä'.repeat(200_000),
      annotation: 'ä',
    })
    expect(reply.status).toBe(200)
    const form = gradeForm({
      deliveryId: '019ea3f2-7000-7a10-8c2d-3e4f5a6b7c01',
      sendNumber: 1,
      points: '17',
      maxPoints: '20',
      feedbackHtml: await sentOf(service, assessmentId),
      payload: '{}',
      notify: true,
    })
    expect(form.ok).toBe(true)
  })
})

async function prepared() {
  const service = await startServiceForExamples()
  await changeSettings(service, { languages: ['fi', 'en', 'sv', 'de'] })
  return service
}

interface Written {
  readonly language: string
  readonly body: string
  /** Characters of each of 1,000 annotations. */
  readonly annotation: string
}

const lengthOfAnnotations = 200

/** The reply to completing work with such a document. */
async function complete(
  assessments: AssessmentClient,
  feedback: FeedbackClient,
  { language, body, annotation }: Written,
) {
  const { id, assessmentId } = await feedback.ofSubmission()
  const annotations = Object.fromEntries(
    Array.from({ length: 1_000 }, (_, at) => [
      `a${at}`,
      remark({ body: annotation, startLine: at + 1, endLine: at + 1 }),
    ]),
  )
  await expect(feedback.patch(id, { language, body, annotations }, { revision: 1 })).toBeReply(204)
  const { revision } = await assessments.read(assessmentId)
  return { assessmentId, reply: await assessments.complete(assessmentId, revision) }
}

/** The feedback that is sent to the learning platform with the result that stands. */
async function sentOf(service: TestService, assessmentId: string): Promise<string> {
  const sent = 'SELECT feedback_html FROM completed_result WHERE assessment_id = $1 AND withdrawn_at IS NULL'
  return String((await service.database.query(sent, [assessmentId]))[0]?.['feedback_html'])
}
