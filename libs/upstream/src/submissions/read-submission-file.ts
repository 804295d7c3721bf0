import type { Upstream, UpstreamCall } from '../client/client.ts'
import { filePath } from './file-path.ts'

type FileReading =
  | { readonly tooLarge: false; readonly bytes: Uint8Array }
  | { readonly tooLarge: true; readonly sizeBytes: number | null }

/** A file waits this long for a slot, so that its page does not miss it because of a busy moment. */
const slotWaitMs = 30_000

/** Waits up to 30 s for a slot, then 10 s for each piece. Throws `upstream_rejected` with 404 if the submission has no such file. */
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
