import { promisify } from 'node:util'
import { constants, createDeflateRaw, type DeflateRaw } from 'node:zlib'

const blockBytes = 64 * 1024

/** The last block of a raw deflate stream whose other blocks were flushed: it is empty and says that it is the last. */
export const endOfDeflated = Uint8Array.of(3, 0)

/**
 * Deflates one content after the other, in blocks of one size, each by itself and on another thread: so the result does not depend on
 * the pieces in which a content arrives, and no more than a block is kept. One stream of zlib does it for all, because each takes
 * 256 KiB.
 */
export class Deflater {
  readonly #zlib: DeflateRaw = createDeflateRaw({ level: constants.Z_BEST_SPEED })
  readonly #flush = promisify((done: () => void) => this.#zlib.flush(constants.Z_SYNC_FLUSH, done))
  #ready: Uint8Array[] = []
  readonly #block = Buffer.allocUnsafeSlow(blockBytes)
  #blockBytes = 0
  #deflatedBytes = 0

  constructor() {
    this.#zlib.on('data', (piece: Uint8Array) => {
      this.#ready.push(piece)
      this.#deflatedBytes += piece.length
    })
  }

  /** What is ready after this piece of the content. The piece has been copied when the iteration has ended. */
  async *add(piece: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
    for (let at = 0; at < piece.length;) {
      const length = Math.min(piece.length - at, blockBytes - this.#blockBytes)
      this.#block.set(piece.subarray(at, at + length), this.#blockBytes)
      this.#blockBytes += length
      at += length
      if (this.#blockBytes === blockBytes) yield* await this.#closeBlock()
    }
  }

  /** The rest of the content; returns how much came out of all of it. What is added afterwards is another content. */
  async *end(): AsyncGenerator<Uint8Array, number, undefined> {
    if (this.#blockBytes > 0) yield* await this.#closeBlock()
    yield endOfDeflated
    const deflatedBytes = this.#deflatedBytes + endOfDeflated.length
    this.#deflatedBytes = 0
    return deflatedBytes
  }

  /** Gives back what zlib holds. */
  close(): void {
    this.#zlib.close()
  }

  async #closeBlock(): Promise<readonly Uint8Array[]> {
    this.#zlib.write(this.#block.subarray(0, this.#blockBytes))
    await this.#flush()
    this.#zlib.reset()
    const pieces = this.#ready
    this.#ready = []
    this.#blockBytes = 0
    return pieces
  }
}
