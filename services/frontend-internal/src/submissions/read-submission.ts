import type { MissingStatus } from '@course-grading/archives'
import type { FoundSubmission } from '@course-grading/data/submissions/find-submission'
import { findOtherSubmission, markGone, unmarkGone } from '@course-grading/data/snapshots/mark-gone'
import { errorFacts } from '@course-grading/http-kit'
import { fetchSubmission, type Submission, UpstreamError } from '@course-grading/upstream'
import { type CallerRequest, upstreamCall } from '../deps/session-caller.ts'
import type { SubmissionSubject } from '../access/submission-subject.ts'
import type { Deps } from '../deps/deps.ts'
import { mapUpstreamRejection } from './map-upstream-rejection.ts'

type ReadDeps = Pick<Deps, 'database' | 'upstream' | 'logger' | 'reportStandingChange'>

interface ReadRequest extends CallerRequest {
  readonly subject: SubmissionSubject
}

/** As the platform shows it to the caller; records whether it still, or again, has it. @throws DomainError forbidden, not_found, as it replies; UpstreamError */
export async function readSubmission(deps: ReadDeps, request: ReadRequest): Promise<Submission> {
  const { submission, content, isOwn } = request.subject
  if (content !== null) return content
  const reading = fetchSubmission(deps.upstream, upstreamCall(request), submission.submissionId)
  const read = await mapUpstreamRejection(
    reading.catch(async (error: unknown) => {
      if (!isOwn && isNotFound(error)) await noteMissing(deps, request, submission)
      throw error
    }),
  )
  if (submission.gone) await noteFound(deps, submission)
  return read
}

const isNotFound = (error: unknown): boolean => error instanceof UpstreamError && error.status === 404

type KnownSubmission = Pick<FoundSubmission, 'courseId' | 'exerciseId' | 'submissionId'> & {
  /** A time before the submission was read upstream, by the database's clock. */
  readonly foundAt: string
}

const readOf = ({ courseId, exerciseId, submissionId, foundAt }: KnownSubmission) => ({
  courseId,
  exerciseId,
  submissionIds: [submissionId],
  readAt: foundAt,
})

/** Records what the reading for an archive has found. An error is logged, since it is no reason to cut the archive. */
export async function noteRead(
  deps: ReadDeps,
  request: CallerRequest,
  submission: KnownSubmission & { readonly gone: boolean },
  read: Submission | MissingStatus,
): Promise<void> {
  try {
    if (read === 'missing') await noteMissing(deps, request, submission)
    else if (typeof read !== 'string' && submission.gone) await noteFound(deps, submission)
  } catch (error) {
    deps.logger.warn('what the platform has was not recorded', { ...errorFacts(error), requestId: request.requestId })
  }
}

async function noteFound({ database }: Pick<Deps, 'database'>, submission: KnownSubmission): Promise<void> {
  await database.transaction((tx) => unmarkGone(tx, readOf(submission)))
}

/** Marks the submission as gone if the platform shows the caller another one of the exercise. */
async function noteMissing(deps: ReadDeps, request: CallerRequest, submission: KnownSubmission): Promise<void> {
  const { courseId, exerciseId, submissionId } = submission
  const other = await findOtherSubmission(deps.database, submission)
  if (other === null || !(await isShown(deps, request, other))) return
  const { submissionIds, changed } = await deps.database.transaction((tx) => markGone(tx, readOf(submission)))
  if (submissionIds.length === 0) return
  deps.logger.info('submission gone upstream', { courseId, exerciseId, submissionId, requestId: request.requestId })
  for (const delivery of changed) deps.reportStandingChange({ courseId, ...delivery }, 'reading')
}

async function isShown(
  { upstream }: Pick<Deps, 'upstream'>,
  request: CallerRequest,
  submissionId: number,
): Promise<boolean> {
  try {
    await fetchSubmission(upstream, upstreamCall(request), submissionId)
    return true
  } catch (error) {
    // A refused token must end the session, so its error is thrown.
    if (error instanceof UpstreamError && error.code !== 'upstream_refused') return false
    throw error
  }
}
