import type { Upstream, UpstreamCall } from '../client.ts'
import { filePath } from './file-path.ts'

/** The bytes of a file, or the size of a file that is too large, if A+ announces the size. */
type FileReading =
  | { readonly tooLarge: false; readonly bytes: Uint8Array }
  | { readonly tooLarge: true; readonly sizeBytes: number | null }

/** How long a file waits for a slot: the page that it belongs to must not miss it because of a busy moment. */
const slotWaitMs = 30_000

/**
 * Reads a file of a submission of at most `limitBytes`. Nothing is read beyond that size. It may wait 30 s for a slot; then the head of
 * the reply must arrive within the time limit of a call, and after that each piece within 10 s. The whole has no limit but the
 * signal of the call. Throws `upstream_rejected` with status 404 if the file no longer exists, never existed, or belongs to another
 * submission.
 */
export async function readSubmissionFile(
  upstream: Upstream,
  call: UpstreamCall,
  submissionId: number,
  fileId: number,
  limitBytes: number,
): Promise<FileReading> {
  const path = filePath(submissionId, fileId)
  const { bytes, sizeBytes } = await upstream.collect(
    { operation: 'readSubmissionFile', purpose: 'content', path, waitMs: slotWaitMs },
    limitBytes,
    call,
  )
  return bytes === null ? { tooLarge: true, sizeBytes } : { tooLarge: false, bytes }
}
