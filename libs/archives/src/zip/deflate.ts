import { promisify } from 'node:util'
import { constants, createDeflateRaw, type DeflateRaw } from 'node:zlib'

const blockBytes = 64 * 1024

/** The empty last block of a raw deflate stream, to be written after the flushed blocks. */
export const endOfDeflated = Uint8Array.of(3, 0)

/**
 * Deflates one content after the other. Each content is deflated in independent blocks of the same size, on another thread. So the
 * result does not depend on the pieces in which a content arrives, and at most one block is kept in memory. All contents share one
 * stream of zlib, because a stream takes 256 KiB.
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

  /** Adds a piece of the content and yields the deflated blocks that are ready. The piece has been copied when the iteration ends. */
  async *add(piece: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
    for (let at = 0; at < piece.length;) {
      const length = Math.min(piece.length - at, blockBytes - this.#blockBytes)
      this.#block.set(piece.subarray(at, at + length), this.#blockBytes)
      this.#blockBytes += length
      at += length
      if (this.#blockBytes === blockBytes) yield* await this.#closeBlock()
    }
  }

  /** Ends the content, yields its rest, and returns its deflated size. Later pieces belong to the next content. */
  async *end(): AsyncGenerator<Uint8Array, number, undefined> {
    if (this.#blockBytes > 0) yield* await this.#closeBlock()
    yield endOfDeflated
    const deflatedBytes = this.#deflatedBytes + endOfDeflated.length
    this.#deflatedBytes = 0
    return deflatedBytes
  }

  /** Frees the memory of zlib. */
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
