import type { Upstream, UpstreamCall } from '../client.ts'
import type { ByteStream } from '../open-stream.ts'
import { filePath } from './file-path.ts'

interface FileOpening {
  /** How long the call may wait for a slot, 1 s by default. Only callers whose own reply may be late set a longer time. */
  readonly waitMs?: number
}

/**
 * Opens a file of a submission as a stream, of any size. The head of the reply must arrive within the time limit of a call. After
 * that A+ has 10 s for each piece that the reader waits for; the reader itself has no time limit. Throws `upstream_rejected` with
 * status 404 if the file no longer exists, never existed, or belongs to another submission.
 */
export function openSubmissionFile(
  upstream: Upstream,
  call: UpstreamCall,
  submissionId: number,
  fileId: number,
  { waitMs }: FileOpening = {},
): Promise<ByteStream> {
  return upstream.open(
    { operation: 'openSubmissionFile', purpose: 'stream', path: filePath(submissionId, fileId), waitMs },
    call,
  )
}
