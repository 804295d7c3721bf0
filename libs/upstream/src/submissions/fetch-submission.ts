import Type from 'typebox'
import { dateTime, utcTime } from '../replies/date-time.ts'
import { nullable, replyCheck, text, upstreamId } from '../replies/reply-check.ts'
import { submissionBytes } from '../replies/sizes.ts'
import { wholeJson } from '../replies/whole-json.ts'
import type { Upstream, UpstreamCall } from '../client/client.ts'
import { UpstreamError } from '../call/upstream-error.ts'
import { pathId } from '../call/path-id.ts'
import { answersOf } from './answers-of.ts'
import { submissionStatuses, type SubmissionStatus } from './submission-heads.ts'

interface Submitter {
  readonly userId: number
  readonly fullName: string
}

interface SubmissionFile {
  readonly fileId: number
  /** The name under which A+ stores the file. Old names, from before A+ cleaned names, may have any characters. */
  readonly name: string
  /** Key of the form field, which the sender chose. */
  readonly field: string
}

export interface Submission {
  readonly submissionId: number
  readonly exerciseId: number
  readonly submittedAt: string
  readonly status: SubmissionStatus
  /** 0 if A+ does not reveal it to the caller. */
  readonly grade: number
  /** Empty for an abandoned submission. */
  readonly submitters: readonly Submitter[]
  /** Keys and values in the order of sending. Keys may repeat, and strings may have any character, NUL included. */
  readonly answers: readonly (readonly [key: string, value: string])[]
  readonly files: readonly SubmissionFile[]
  /** Share of the points that was taken off, 0 to 1; null without penalty. */
  readonly latePenalty: number | null
  /** HTML of the automatic checks, not sanitised; null if A+ does not reveal it. */
  readonly feedbackHtml: string | null
  /** Address of the submission's web page; null if A+ gives no HTTP address. */
  readonly upstreamUrl: string | null
}

const checkSubmissionReply = replyCheck(
  Type.Object({
    id: upstreamId,
    html_url: nullable(Type.String()),
    submission_time: dateTime,
    grade: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    exercise: Type.Object({ id: upstreamId }),
    submitters: Type.Array(Type.Object({ id: upstreamId, full_name: text }), { maxItems: 1000 }),
    submission_data: Type.Unknown(),
    files: Type.Array(Type.Object({ id: upstreamId, filename: text, param_name: text }), { maxItems: 10_000 }),
    status: Type.Union(submissionStatuses.map((status) => Type.Literal(status))),
    late_penalty_applied: nullable(Type.Number()),
    feedback: nullable(Type.String()),
  }),
)

/** Throws `upstream_rejected`: 403 not shown to the caller, 404 none. `archive` takes no slots from pages that somebody waits for. */
export function fetchSubmission(
  upstream: Upstream,
  call: UpstreamCall,
  submissionId: number,
  purpose: 'data' | 'archive' = 'data',
): Promise<Submission> {
  const read = (json: unknown): Submission => {
    const submission = checkSubmissionReply(json)
    if (submission.id !== submissionId) throw new UpstreamError('schema')
    return {
      submissionId,
      exerciseId: submission.exercise.id,
      submittedAt: utcTime(submission.submission_time),
      status: submission.status,
      grade: submission.grade,
      submitters: submission.submitters.map(({ id, full_name: fullName }) => ({ userId: id, fullName })),
      answers: answersOf(submission.submission_data),
      files: submission.files.map(({ id, filename, param_name: field }) => ({ fileId: id, name: filename, field })),
      latePenalty: submission.late_penalty_applied,
      feedbackHtml: submission.feedback,
      upstreamUrl: webAddressOf(submission.html_url),
    }
  }
  return upstream.get(
    {
      operation: 'fetchSubmission',
      purpose,
      path: `/submissions/${pathId(submissionId)}`,
      limitBytes: submissionBytes,
      // A student may have sent a NUL or a lone surrogate, and the submission must stay readable.
      read: wholeJson(read, { allowsAnyString: true }),
    },
    call,
  )
}

const maxAddress = 2048

/** Null unless the address is HTTP or HTTPS without user and password, so that a page can safely link to it. */
function webAddressOf(address: string | null): string | null {
  if (address === null || address.length > maxAddress || !URL.canParse(address)) return null
  const url = new URL(address)
  return ['http:', 'https:'].includes(url.protocol) && url.username === '' && url.password === '' ? url.href : null
}
