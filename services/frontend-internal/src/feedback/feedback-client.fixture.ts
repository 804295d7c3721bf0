import { randomUUID } from 'node:crypto'
import type { FeedbackDocument } from '@course-grading/contracts/feedback/feedback-document'
import { type AssessmentClient, assessmentClient, type Save } from '../assessments/assessment-client.fixture.ts'
import { completeScores } from '../assessments/assessments.fixture.ts'
import type { TestService } from '../service.fixture.ts'
import { placeStudentDocument } from './feedback.fixture.ts'

/** Functions that use feedback documents of the demo course, in sessions of its teacher 101 unless another is given. */
export interface FeedbackClient {
  readonly assessments: AssessmentClient
  /** Makes a document of an assessment that somebody holds. Returns the ids of both. */
  readonly ofSubmission: (
    submitterIds?: readonly number[],
    holderId?: number,
  ) => Promise<{ readonly id: string; readonly assessmentId: string }>
  /** Makes a document about a student, and returns its id. */
  readonly ofStudent: (change?: Omit<Parameters<typeof placeStudentDocument>[1], 'id'>) => Promise<string>
  readonly patch: (id: string, body: object, save?: Save) => Promise<Response>
  readonly read: (id: string, session?: string) => Promise<FeedbackDocument>
  readonly step: (
    id: string,
    step: string,
    request?: { readonly session?: string | undefined; readonly revision?: number; readonly method?: string },
  ) => Promise<Response>
  /** Releases the completed assessments of the exercise. */
  readonly release: (assessmentId: string) => Promise<unknown>
  readonly get: (path: string, session?: string) => Promise<Response>
}

export function feedbackClient(service: TestService, assessments = assessmentClient(service)): FeedbackClient {
  return {
    assessments,
    ofSubmission: async (submitterIds = [], holderId = 101) => {
      const assessmentId = await assessments.placed({ scores: completeScores, holderId }, submitterIds)
      const [row] = await service.sql`SELECT id FROM feedback WHERE assessment_id = ${assessmentId}`
      return { id: String(row?.['id']), assessmentId }
    },
    ofStudent: async (change = {}) => {
      const id = randomUUID()
      await placeStudentDocument(service, { ...change, id })
      return id
    },
    patch: (id, body, { session, revision, base, headers = {} } = {}) =>
      service.send('PATCH', `/feedback/${id}${base === undefined ? '' : `?base=${base}`}`, {
        session,
        body,
        ...(revision !== undefined && { ifMatch: `"${revision}"` }),
        headers: { 'Content-Type': 'application/merge-patch+json', ...headers },
      }),
    read: (id, session) => service.read<FeedbackDocument>(`/feedback/${id}`, session),
    step: (id, step, { session, revision = 1, method = 'POST' } = {}) =>
      service.send(method, `/feedback/${id}${step === '' ? '' : `/${step}`}`, { session, ifMatch: `"${revision}"` }),
    release: async (assessmentId) => {
      const body = { assessmentIds: [assessmentId] }
      const reply = await service.send('POST', '/courses/11/exercises/1103/release', { body })
      if (!reply.ok) throw new Error(`releasing: ${reply.status} ${await reply.text()}`)
      return await reply.json()
    },
    get: service.get,
  }
}

/** An annotation as a save sends it. */
export const remark = (change: object = {}): object => ({
  anchor: { fileId: 71, path: 'essay.txt' },
  startLine: 3,
  endLine: 4,
  kind: 'question',
  body: 'Why?',
  private: false,
  ...change,
})

/** Hides who handed in what in the exercise of the examples. */
export async function makeAnonymous(service: TestService): Promise<void> {
  await service.sql`INSERT INTO exercise_grading (course_id, exercise_id, revision, anonymous, attempts, claim_order, auto_points, release, lease_minutes,
      max_open_claims, notify, updated_at) VALUES (11, 1103, 1, TRUE, 'latest', 'bands', 'shown', 'manual', 30, 50, TRUE, now())
    ON CONFLICT (course_id, exercise_id) DO UPDATE SET anonymous = TRUE`
}
