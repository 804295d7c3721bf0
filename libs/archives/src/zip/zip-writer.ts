import { Deflater } from './deflate.ts'
import { DeflatedLog } from './deflated-log.ts'
import {
  centralHeader,
  dataDescriptor,
  endOfArchive,
  localHeader,
  type EntryContent,
  type EntryHead,
} from './zip-records.ts'

/** Sizes of longer contents have 8 bytes, since deflating can make a content a little longer. */
const maxShortSize = 0xf0000000

interface NewEntry {
  readonly path: string
  /** RFC 3339. */
  readonly modifiedAt: string
  /** Null if the size is not known before the end. */
  readonly sizeBytes: number | null
}

/** Makes everything of a ZIP file but the contents, which the caller writes between `begin` and `end`. */
export class ZipWriter {
  readonly deflater = new Deflater()
  readonly #directory = new DeflatedLog()
  #entries = 0
  #offset = 0

  /** Returns the whole entry of a folder. The path ends with a slash. */
  folder(path: string, modifiedAt: string): Uint8Array {
    const head: EntryHead = {
      kind: 'folder',
      path: Buffer.from(path),
      modifiedAt,
      announcesLongSizes: false,
    }
    const header = localHeader(head)
    this.#add(head, { crc: 0, sizeBytes: 0, storedBytes: 0 }, header.length)
    return header
  }

  /** The caller writes `header`, then the content, then what `end` returns. */
  begin(entry: NewEntry): { readonly header: Uint8Array; readonly end: (content: EntryContent) => Uint8Array } {
    const head: EntryHead = {
      kind: 'file',
      path: Buffer.from(entry.path),
      modifiedAt: entry.modifiedAt,
      announcesLongSizes: entry.sizeBytes !== null && entry.sizeBytes > maxShortSize,
    }
    const header = localHeader(head)
    return {
      header,
      end: (content) => {
        const descriptor = dataDescriptor(content, head.announcesLongSizes)
        this.#add(head, content, header.length + content.storedBytes + descriptor.length)
        return descriptor
      },
    }
  }

  #add(head: EntryHead, content: EntryContent, bytes: number): void {
    this.#directory.append(centralHeader(head, content, this.#offset))
    this.#entries += 1
    this.#offset += bytes
  }

  *finish(): Generator<Uint8Array> {
    yield* this.#directory.inflated()
    yield endOfArchive(this.#entries, this.#directory.sizeAndCrc().sizeBytes, this.#offset)
  }

  close(): void {
    this.deflater.close()
  }
}
