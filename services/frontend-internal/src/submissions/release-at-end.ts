/** Calls `release` when the pieces end or fail, or when the reader stops reading them. */
export async function* releaseAtEnd<Piece>(pieces: AsyncIterable<Piece>, release: () => void): AsyncGenerator<Piece> {
  try {
    yield* pieces
  } finally {
    release()
  }
}
