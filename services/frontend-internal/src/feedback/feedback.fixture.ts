import { assessmentIds } from '@course-grading/contracts/assessments/assessment-examples'
import { feedbackIds } from '@course-grading/contracts/feedback/feedback-examples'
import type { TestService } from '../service.fixture.ts'

/** The documents of the demo course that the contract's examples are about. Place the assessments first. */
export async function placeFeedback(service: TestService): Promise<void> {
  await service.sql`UPDATE feedback SET id = ${feedbackIds.held} WHERE assessment_id = ${assessmentIds.held}`
  await service.sql`INSERT INTO feedback_version (feedback_id, version, revision, language, body, annotations, saved_by, begun_at, saved_at)
    VALUES (${feedbackIds.held}, 1, 1, 'en', 'First.', '{}', 101, now() - interval '1 hour', now() - interval '1 hour')`
  // In a language that every grader of the course may write.
  await placeStudentDocument(service, { id: feedbackIds.draft, language: 'fi' })
  await placeStudentDocument(service, { id: feedbackIds.otherDraft, language: 'fi' })
  await placeStudentDocument(service, { id: feedbackIds.published, language: 'fi', state: 'published' })
  await placeStudentDocument(service, { id: feedbackIds.own, state: 'published', userId: 101 })
}

/** A document about a student of the demo course, at revision 1. */
export async function placeStudentDocument(
  service: TestService,
  {
    id,
    userId = 201,
    state = 'draft',
    body = 'Good.',
    language = 'en',
  }: {
    readonly id: string
    readonly userId?: number
    readonly state?: 'draft' | 'published'
    readonly body?: string
    readonly language?: string
  },
): Promise<void> {
  const text = { language, bodyHtml: `<p>${body}</p>`, annotations: [], result: null }
  await service.sql`INSERT INTO feedback (id, course_id, user_id, language, state, revision, body, annotations, author_id, updated_by, created_at, updated_at,
      fixture, published_at, published_text)
    VALUES (${id}, 11, ${userId}, ${language}, ${state}, 1, ${body}, '{}', 101, 101, now(), now(), FALSE, CASE WHEN ${state} = 'published' THEN now() END, ${state === 'published' ? JSON.stringify(text) : null})`
}
