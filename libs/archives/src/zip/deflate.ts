import { promisify } from 'node:util'
import { constants, createDeflateRaw, type DeflateRaw } from 'node:zlib'
import { maxStoredBytes, firstSignature, storedBlocks } from './stored-blocks.ts'

const maxBlockBytes = 64 * 1024

/** The empty last block of a deflate stream. */
export const endOfDeflated = Uint8Array.of(3, 0)

/** Deflates in blocks of a fixed size, on another thread: how the content is divided into pieces does not change the result. */
export class Deflater {
  readonly #zlib: DeflateRaw = createDeflateRaw({ level: constants.Z_BEST_SPEED })
  readonly #flush = promisify((done: () => void) => this.#zlib.flush(constants.Z_SYNC_FLUSH, done))
  readonly #ready: Uint8Array[] = []
  readonly #open = Buffer.allocUnsafeSlow(maxBlockBytes)
  #openBytes = 0
  #deflatedBytes = 0

  constructor() {
    this.#zlib.on('data', (piece: Uint8Array) => this.#ready.push(piece))
  }

  /** Yields the deflated blocks that are ready; a block may be a part of `piece`. */
  async *add(piece: Uint8Array, isCompressed: boolean): AsyncGenerator<Uint8Array, void, undefined> {
    const blockBytes = isCompressed ? maxBlockBytes : maxStoredBytes
    for (let at = 0; at < piece.length;) {
      if (this.#openBytes === 0 && piece.length - at >= blockBytes) {
        for (const part of await this.#deflated(piece.subarray(at, at + blockBytes), isCompressed)) yield part
        at += blockBytes
        continue
      }
      const length = Math.min(piece.length - at, blockBytes - this.#openBytes)
      this.#open.set(piece.subarray(at, at + length), this.#openBytes)
      this.#openBytes += length
      at += length
      if (this.#openBytes === blockBytes) for (const part of await this.#closeBlock(isCompressed)) yield part
    }
  }

  /** Yields the rest of the content and returns its deflated size; the next `add` begins another content. */
  async *end(isCompressed: boolean): AsyncGenerator<Uint8Array, number, undefined> {
    if (this.#openBytes > 0) for (const part of await this.#closeBlock(isCompressed)) yield part
    yield endOfDeflated
    const deflatedBytes = this.#deflatedBytes + endOfDeflated.length
    this.#deflatedBytes = 0
    return deflatedBytes
  }

  close(): void {
    this.#zlib.close()
  }

  async #closeBlock(isCompressed: boolean): Promise<readonly Uint8Array[]> {
    const block = this.#open.subarray(0, this.#openBytes)
    this.#openBytes = 0
    const parts = await this.#deflated(block, isCompressed)
    return parts.map((part) => (part === block ? Buffer.from(block) : part))
  }

  async #deflated(block: Uint8Array, isCompressed: boolean): Promise<readonly Uint8Array[]> {
    const compressed = isCompressed ? await this.#compress(block) : null
    // zlib leaves some bytes of a compressed block as they are, so the block can have a signature of ZIP.
    const parts = compressed === null || firstSignature(compressed) >= 0 ? storedBlocks(block) : [compressed]
    for (const { length } of parts) this.#deflatedBytes += length
    return parts
  }

  async #compress(block: Uint8Array): Promise<Uint8Array> {
    this.#zlib.write(block)
    await this.#flush()
    this.#zlib.reset()
    return Buffer.concat(this.#ready.splice(0))
  }
}
