import type { StreamSlot } from '../deps/reader-slots.ts'

/** Releases the slot when the pieces end or fail, or the reader stops reading them. Reports what the reader has taken. */
export async function* inSlot<Piece extends { readonly length: number }>(
  pieces: AsyncIterable<Piece>,
  slot: Pick<StreamSlot, 'release' | 'taken'>,
): AsyncGenerator<Piece> {
  try {
    for await (const piece of pieces) {
      yield piece
      slot.taken(piece.length)
    }
  } finally {
    slot.release()
  }
}
