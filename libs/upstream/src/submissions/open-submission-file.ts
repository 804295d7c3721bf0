import type { Upstream, UpstreamCall } from '../client.ts'
import type { ByteStream } from '../open-stream.ts'
import { filePath } from './file-path.ts'

/**
 * Opens a file of a submission as a stream, of any size. The limit of a call holds for the head; then A+ has 10 s for each piece that
 * the reader waits for, and the reader has any time. `upstream_rejected` with 404 where the file is gone, is none, or is of
 * another submission.
 */
export function openSubmissionFile(
  upstream: Upstream,
  call: UpstreamCall,
  submissionId: number,
  fileId: number,
): Promise<ByteStream> {
  return upstream.open({ operation: 'openSubmissionFile', path: filePath(submissionId, fileId) }, call)
}
