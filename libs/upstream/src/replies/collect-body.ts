import { UpstreamError } from '../call/upstream-error.ts'
import { type BodyReader, readBody, type UnreadReply } from './read-reply.ts'

export interface CollectedReply {
  /** Null if the body has more than the limit; then it was not read to its end. */
  readonly bytes: Uint8Array | null
  readonly sizeBytes: number | null
}

export const wholeBody =
  <T>(read: (bytes: Uint8Array) => T): BodyReader<T> =>
  async (body) =>
    read(Buffer.concat(await Array.fromAsync(body)))

export async function collectBody(
  reply: UnreadReply,
  limitBytes: number,
  awaitPiece: () => void,
): Promise<CollectedReply> {
  const { sizeBytes } = reply
  const collect: BodyReader<Uint8Array> = async (body) => {
    const pieces: Uint8Array[] = []
    awaitPiece()
    for await (const piece of body) {
      pieces.push(piece)
      awaitPiece()
    }
    return Buffer.concat(pieces)
  }
  try {
    return { bytes: await readBody(reply, limitBytes, collect), sizeBytes }
  } catch (error) {
    if (error instanceof UpstreamError && error.reason === 'too_large') return { bytes: null, sizeBytes }
    throw error
  }
}
