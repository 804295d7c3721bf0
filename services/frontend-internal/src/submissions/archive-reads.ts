import type { MissingStatus } from '@course-grading/archives'
import {
  type ByteStream,
  fetchSubmission,
  openSubmissionFile,
  type Submission,
  type Upstream,
  type UpstreamCall,
  UpstreamError,
} from '@course-grading/upstream'
import { withRetries } from './with-retries.ts'

/** The calls of one archive. For what the learning platform does not give they resolve to the status that the manifest lists. */
export interface ArchiveReads {
  readonly submission: (submissionId: number) => Promise<Submission | MissingStatus>
  readonly file: (submissionId: number, fileId: number) => Promise<ByteStream | MissingStatus>
}

interface ArchiveReadsOptions {
  readonly upstream: Upstream
  readonly call: UpstreamCall & { readonly signal: AbortSignal }
  /** Called once, with the error of a refused token. No later call uses the token. */
  readonly onRefused: (error: UpstreamError) => Promise<void>
  /** Milliseconds between two tries of a call, at least. Tests make it small. */
  readonly pauseMs?: number
}

/** Each call rejects once the signal has fired, so that an archive ends when its reader has left. */
export function createArchiveReads({ upstream, call, onRefused, pauseMs = 1_000 }: ArchiveReadsOptions): ArchiveReads {
  const { signal } = call
  let isRefused = false
  const missing = async (error: unknown): Promise<MissingStatus> => {
    if (!(error instanceof UpstreamError) || signal.aborted) throw error
    if (error.code === 'upstream_refused' && !isRefused) {
      isRefused = true
      await onRefused(error)
    }
    if (error.code !== 'upstream_rejected') return 'failed'
    return error.status === 403 ? 'forbidden' : 'missing'
  }
  const reading = async <T>(read: () => Promise<T>): Promise<T | MissingStatus> =>
    await withRetries(async () => (isRefused ? 'failed' : await read()), { ...retryOptions, pauseMs, signal }).catch(
      missing,
    )
  return {
    submission: (submissionId) => reading(() => fetchSubmission(upstream, call, submissionId, 'archive')),
    file: (submissionId, fileId) =>
      reading(() => openSubmissionFile(upstream, call, submissionId, fileId, { waitMs: fileWaitMs })),
  }
}

/** Milliseconds that a file waits for a slot: an archive must not miss a file because of a busy moment. */
const fileWaitMs = 30_000

/** Too many calls, an open breaker and a rate limit are temporary, so no file may be missing because of them. */
const retryOptions = {
  reasons: new Set<UpstreamError['reason']>(['bulkhead_full', 'breaker_open', 'rate_limited']),
  maxRetries: 30,
}
