import { isQuicklySanitised } from '@course-grading/markdown/quickly-sanitised'
import { listFeedbackIds } from '@course-grading/data/feedback/list-feedback-ids'
import type { FoundSubmission } from '@course-grading/data/submissions/find-submission'
import { listAttempts } from '@course-grading/data/submissions/list-attempts'
import type { ListedSubmission } from '@course-grading/data/submissions/submission-rows'
import { studentStateOf } from '@course-grading/domain/submissions/submission-state'
import type { Submission } from '@course-grading/upstream'
import type { FrontendHandler } from '../access/handler.ts'
import { readSubmission } from './read-submission.ts'
import { submissionReader } from './submission-reader.ts'
import { toSubmissionRow } from './to-submission-row.ts'

export const getSubmission: FrontendHandler<'getSubmission'> = async (call, deps) => {
  const { database } = deps
  const { submission, member, isOwn } = call.subject
  const { submissionId, courseId, exerciseId } = submission
  const asSeenBy = isOwn ? 'student' : 'staff'
  const reader = submissionReader(member, call.caller.userId)
  const reading = readSubmission(deps, call)
  // If the platform has the submission again, that is recorded before the attempts are listed.
  if (submission.gone) await reading
  const [attempts, feedbackIds, detail] = await Promise.all([
    listAttempts(database, {
      courseId,
      exerciseId,
      submitterIds: submission.submitters.map(({ userId }) => userId),
      restriction: reader.restriction,
      claimer: isOwn ? null : reader.claimer,
      isNamed: submission.submitters.every(({ alias }) => alias === null),
      reader: asSeenBy,
    }),
    listFeedbackIds(database, submissionId, asSeenBy),
    reading,
  ])
  // The penalty belongs to the grade of the same reading; the stored grade may be older.
  const withReading = (listed: ListedSubmission): ListedSubmission =>
    isOwn || listed.submissionId !== submissionId
      ? listed
      : { ...listed, upstream: { status: detail.status, grade: detail.grade } }
  const listed =
    attempts.find((attempt) => attempt.submissionId === submissionId) ??
    (isOwn ? asSubmittersSee(submission) : submission)
  return {
    status: 200,
    body: {
      ...toSubmissionRow(withReading(listed), asSeenBy),
      attempts: attempts.map((attempt) => toSubmissionRow(withReading(attempt), asSeenBy)),
      ...(isOwn ? { latePenalty: null, upstreamFeedbackHtml: null } : await staffFieldsOf(detail)),
      feedbackIds: [...feedbackIds],
      upstreamUrl: detail.upstreamUrl === null || isOwn ? detail.upstreamUrl : inspectionPage(detail.upstreamUrl),
    },
  }
}

/** For a submission that is not among the listed attempts: only upstream has it, or the same people have a hundred newer ones. */
function asSubmittersSee(submission: FoundSubmission): ListedSubmission {
  const { visible } = submission
  return {
    ...submission,
    state: studentStateOf(visible !== null),
    gone: false,
    points: visible?.points ?? null,
    autoPoints: null,
    upstream: null,
    upstreamFacts: visible && submission.upstreamFacts,
    assessment: null,
  }
}

/** Feedback is null if it is so large that sanitising it would make other requests wait. */
async function staffFieldsOf({ latePenalty, feedbackHtml }: Submission) {
  // The module is loaded with the first feedback, since its parser would delay the start of the process.
  const { sanitiseFeedback } = await import('@course-grading/markdown/sanitise-feedback')
  const isShown = feedbackHtml !== null && isQuicklySanitised(feedbackHtml)
  return { latePenalty, upstreamFeedbackHtml: isShown ? sanitiseFeedback(feedbackHtml) : null }
}

/** The address of A+'s page of a submission on which staff see more than its submitters do. */
function inspectionPage(address: string): string {
  const url = new URL(address)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/inspect/`
  return url.href
}
