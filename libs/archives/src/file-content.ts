import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'

export class FileContent {
  readonly #announcedBytes: number | null
  readonly #sha256 = createHash('sha256')
  sizeBytes = 0
  crc = 0

  constructor(announcedBytes: number | null) {
    this.#announcedBytes = announcedBytes
  }

  /** Throws if the content is longer than announced. */
  add(piece: Uint8Array): void {
    this.sizeBytes += piece.length
    if (this.#announcedBytes !== null && this.sizeBytes > this.#announcedBytes)
      throw new Error('The content of a file is longer than announced')
    this.crc = crc32(piece, this.crc)
    this.#sha256.update(piece)
  }

  /** Throws if the content is shorter than announced. */
  end(): string {
    if (this.#announcedBytes !== null && this.sizeBytes < this.#announcedBytes)
      throw new Error('The content of a file is shorter than announced')
    return this.#sha256.digest('hex')
  }
}
