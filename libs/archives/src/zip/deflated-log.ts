import { constants, crc32, deflateRawSync, inflateRawSync } from 'node:zlib'
import { endOfDeflated } from './deflate.ts'
import { firstSignature, storedBlocks } from './stored-blocks.ts'

const blockBytes = 64 * 1024

/** Grows by `append`, as a ZIP's directory does, and is kept deflated to save memory. */
export class DeflatedLog {
  /** Parts of one raw deflate stream, each of which can be inflated without the others. */
  readonly #blocks: Uint8Array[] = []
  readonly #open = Buffer.allocUnsafeSlow(blockBytes)
  #openBytes = 0
  #sizeBytes = 0
  #crc = 0

  append(bytes: Uint8Array): void {
    this.#crc = crc32(bytes, this.#crc)
    this.#sizeBytes += bytes.length
    for (let at = 0; at < bytes.length;) {
      const length = Math.min(bytes.length - at, blockBytes - this.#openBytes)
      this.#open.set(bytes.subarray(at, at + length), this.#openBytes)
      this.#openBytes += length
      at += length
      if (this.#openBytes === blockBytes) this.#closeBlock()
    }
  }

  sizeAndCrc(): { readonly sizeBytes: number; readonly crc: number } {
    return { sizeBytes: this.#sizeBytes, crc: this.#crc }
  }

  deflated(): readonly Uint8Array[] {
    this.#closeBlock()
    return [...this.#blocks, endOfDeflated]
  }

  *inflated(): Generator<Uint8Array> {
    this.#closeBlock()
    for (const block of this.#blocks) yield inflateRawSync(block, { finishFlush: constants.Z_SYNC_FLUSH })
  }

  #closeBlock(): void {
    if (this.#openBytes === 0) return
    const open = this.#open.subarray(0, this.#openBytes)
    const block = deflateRawSync(open, { finishFlush: constants.Z_SYNC_FLUSH })
    // A block with a signature of ZIP is stored without compression. A copy saves memory, since zlib's result may begin a larger buffer.
    this.#blocks.push(firstSignature(block) >= 0 ? Buffer.concat(storedBlocks(open)) : Uint8Array.from(block))
    this.#openBytes = 0
  }
}
