import type { Upstream, UpstreamCall } from '../client.ts'
import type { ByteStream } from '../open-stream.ts'
import { filePath } from './file-path.ts'

/** The bytes of a file, or the size of a file that is too large, if A+ announces the size. */
export type FileReading =
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
  const stream = await upstream.open(
    { operation: 'readSubmissionFile', purpose: 'content', path, waitMs: slotWaitMs },
    call,
  )
  return upTo(limitBytes, stream)
}

async function upTo(limitBytes: number, { sizeBytes, body }: ByteStream): Promise<FileReading> {
  const tooLarge: FileReading = { tooLarge: true, sizeBytes }
  if (sizeBytes !== null && sizeBytes > limitBytes) {
    await body.return?.()
    return tooLarge
  }
  const pieces: Uint8Array[] = []
  let readBytes = 0
  for await (const piece of body) {
    readBytes += piece.byteLength
    if (readBytes > limitBytes) return tooLarge // leaving the loop closes the connection
    pieces.push(piece)
  }
  return { tooLarge: false, bytes: Buffer.concat(pieces) }
}
