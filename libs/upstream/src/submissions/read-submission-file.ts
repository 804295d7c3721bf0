import type { BodyReader } from '../replies/read-reply.ts'
import type { Upstream, UpstreamCall } from '../client.ts'
import { filePath } from './file-path.ts'

/** The bytes of a file, or the size of a file that is too large, if A+ announces the size. */
export type FileReading =
  | { readonly tooLarge: false; readonly bytes: Uint8Array }
  | { readonly tooLarge: true; readonly sizeBytes: number | null }

/**
 * Reads a file of a submission of at most `limitBytes`. Nothing is read beyond that size. Throws `upstream_rejected` with status 404 if
 * the file no longer exists, never existed, or belongs to another submission.
 */
export function readSubmissionFile(
  upstream: Upstream,
  call: UpstreamCall,
  submissionId: number,
  fileId: number,
  limitBytes: number,
): Promise<FileReading> {
  return upstream.get(
    {
      operation: 'readSubmissionFile',
      purpose: 'content',
      path: filePath(submissionId, fileId),
      format: 'bytes',
      limitBytes: Infinity, // a file that is too large is no error
      read: upTo(limitBytes),
    },
    call,
  )
}

function upTo(limitBytes: number): BodyReader<FileReading> {
  return async (body, sizeBytes) => {
    const tooLarge: FileReading = { tooLarge: true, sizeBytes }
    if (sizeBytes !== null && sizeBytes > limitBytes) return tooLarge
    const pieces: Uint8Array[] = []
    let readBytes = 0
    for await (const piece of body) {
      readBytes += piece.byteLength
      if (readBytes > limitBytes) return tooLarge
      pieces.push(piece)
    }
    return { tooLarge: false, bytes: Buffer.concat(pieces) }
  }
}
