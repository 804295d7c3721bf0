/** The same pieces; the slot is given back when they ended, failed, or are read no further. */
export async function* thenGivenBack<Piece>(pieces: AsyncIterable<Piece>, giveBack: () => void): AsyncGenerator<Piece> {
  try {
    yield* pieces
  } finally {
    giveBack()
  }
}
