import type { BodyReader } from '../replies/read-reply.ts'
import type { Upstream, UpstreamCall } from '../client.ts'
import { filePath } from './file-path.ts'

/** A file in whole, or how large it is where A+ says so. */
export type FileReading =
  | { readonly tooLarge: false; readonly bytes: Uint8Array }
  | { readonly tooLarge: true; readonly sizeBytes: number | null }

/**
 * Reads a file of a submission, unless it has more than `limitBytes`: then nothing is read beyond them. `upstream_rejected` with 404
 * where the file is gone, is none, or is of another submission.
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
      purpose: 'data',
      path: filePath(submissionId, fileId),
      format: 'bytes',
      limitBytes: Infinity, // one that is too large is no error
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
