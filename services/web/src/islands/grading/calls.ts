import { type Answer, ask, post } from './ask.ts'
import type { GradingStart } from './grading-start.ts'
import type { CompletedWork, MoreOfSubmission, NextReply, NextRequest, ParkedSaves, SnippetChoices } from './replies.ts'
import { gradePath, type SaveCalls, saveCalls, type SavedIds } from './save-calls.ts'

export interface Ids extends SavedIds {
  readonly courseId: number
  readonly exerciseId: number
  readonly submissionId: number
}

export const idsOf = ({ userId, assessment, feedback }: GradingStart): Ids => ({
  userId,
  assessmentId: assessment.id,
  feedbackId: feedback.id,
  courseId: assessment.courseId,
  exerciseId: assessment.exerciseId,
  submissionId: assessment.submissionId,
})

export interface Calls extends SaveCalls {
  readonly complete: (ids: Ids, revision: number) => Promise<Answer<CompletedWork>>
  readonly next: (ids: Ids, request: NextRequest) => Promise<Answer<NextReply>>
  readonly parked: (ids: Ids) => Promise<Answer<ParkedSaves>>
  readonly keepClaim: (ids: Ids) => Promise<Answer<object>>
  readonly leave: (ids: Ids, how: 'postpone' | 'handBack', note: string) => Promise<Answer<object>>
  readonly snippets: (ids: Ids, query: Readonly<Record<string, string>>) => Promise<Answer<SnippetChoices>>
  readonly preview: (ids: Ids, text: string) => Promise<Answer<{ readonly html: string }>>
  readonly more: (ids: Ids) => Promise<Answer<MoreOfSubmission>>
}

export function createCalls(): Calls {
  const exercise = ({ courseId, exerciseId }: Ids): string => `/courses/${courseId}/exercises/${exerciseId}`
  return {
    ...saveCalls,
    complete: (ids, revision) => post(ids, `${gradePath(ids)}/complete`, { revision }),
    next: (ids, request) => post(ids, `${exercise(ids)}/next`, request),
    parked: (ids) => ask(ids, `${gradePath(ids)}/parked?feedback=${ids.feedbackId}`),
    keepClaim: (ids) => post(ids, `${gradePath(ids)}/claim`, {}),
    leave: (ids, how, note) => post(ids, `${gradePath(ids)}/leave`, { how, note }),
    snippets: (ids, query) => ask(ids, `${exercise(ids)}/snippets?${new URLSearchParams(query)}`),
    preview: (ids, text) => post(ids, `/courses/${ids.courseId}/preview`, { text, feedbackId: ids.feedbackId }),
    more: (ids) =>
      ask(ids, `/submissions/${ids.submissionId}/more?assessment=${ids.assessmentId}&feedback=${ids.feedbackId}`),
  }
}
