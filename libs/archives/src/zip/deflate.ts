import { promisify } from 'node:util'
import { constants, createDeflateRaw, type DeflateRaw } from 'node:zlib'
import { nextSignature, storedBlocks } from './stored-blocks.ts'

const blockBytes = 64 * 1024

/** The empty last block of a raw deflate stream, to be written after the flushed blocks. */
export const endOfDeflated = Uint8Array.of(3, 0)

/**
 * Deflates one content after the other. Each content is deflated in independent blocks of the same size. So the result does not
 * depend on the pieces in which a content arrives, and at most one block is kept in memory. A content is compressed on another
 * thread, or gets deflate's form without compression, so that its end stands in it. All contents share one stream of zlib, because
 * a stream takes 256 KiB.
 */
export class Deflater {
  readonly #zlib: DeflateRaw = createDeflateRaw({ level: constants.Z_BEST_SPEED })
  readonly #flush = promisify((done: () => void) => this.#zlib.flush(constants.Z_SYNC_FLUSH, done))
  readonly #ready: Uint8Array[] = []
  readonly #block = Buffer.allocUnsafeSlow(blockBytes)
  #blockBytes = 0
  #deflatedBytes = 0

  constructor() {
    this.#zlib.on('data', (piece: Uint8Array) => this.#ready.push(piece))
  }

  /** Adds a piece of the content and yields the deflated blocks that are ready. The piece has been copied when the iteration ends. */
  async *add(piece: Uint8Array, isCompressed: boolean): AsyncGenerator<Uint8Array, void, undefined> {
    for (let at = 0; at < piece.length;) {
      if (this.#blockBytes === 0 && piece.length - at >= blockBytes) {
        yield await this.#deflated(piece.subarray(at, at + blockBytes), isCompressed)
        at += blockBytes
        continue
      }
      const length = Math.min(piece.length - at, blockBytes - this.#blockBytes)
      this.#block.set(piece.subarray(at, at + length), this.#blockBytes)
      this.#blockBytes += length
      at += length
      if (this.#blockBytes === blockBytes) yield await this.#closeBlock(isCompressed)
    }
  }

  /** Ends the content, yields its rest, and returns its deflated size. Later pieces belong to the next content. */
  async *end(isCompressed: boolean): AsyncGenerator<Uint8Array, number, undefined> {
    if (this.#blockBytes > 0) yield await this.#closeBlock(isCompressed)
    yield endOfDeflated
    const deflatedBytes = this.#deflatedBytes + endOfDeflated.length
    this.#deflatedBytes = 0
    return deflatedBytes
  }

  /** Frees the memory of zlib. */
  close(): void {
    this.#zlib.close()
  }

  async #closeBlock(isCompressed: boolean): Promise<Uint8Array> {
    const block = this.#block.subarray(0, this.#blockBytes)
    this.#blockBytes = 0
    return await this.#deflated(block, isCompressed)
  }

  async #deflated(block: Uint8Array, isCompressed: boolean): Promise<Uint8Array> {
    const compressed = isCompressed ? await this.#compress(block) : null
    // A compressed block can have a signature where zlib did not compress it.
    const deflated = compressed === null || nextSignature(compressed) >= 0 ? storedBlocks(block) : compressed
    this.#deflatedBytes += deflated.length
    return deflated
  }

  async #compress(block: Uint8Array): Promise<Uint8Array> {
    this.#zlib.write(block)
    await this.#flush()
    this.#zlib.reset()
    return Buffer.concat(this.#ready.splice(0))
  }
}
