import type { Upstream, UpstreamCall } from '../client/client.ts'
import type { ByteStream } from '../client/start-body.ts'
import { filePath } from './file-path.ts'

interface FileOpening {
  readonly waitMs?: number
}

/** A file of any size: `timeoutMs` is for the head, then 10 s for each piece. Throws `upstream_rejected` with 404 if there is none. */
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
