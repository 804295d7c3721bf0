import type { OpenedFile } from './archived-submission.ts'
import { FileContent } from './file-content.ts'
import type { FileOutcome } from './manifest.ts'
import type { EntryPlace } from './submission-folder.ts'
import type { ZipWriter } from './zip/zip-writer.ts'

/** Begins the entry with the first byte: a file that fails before is `failed`; a later failure, or a wrong announced length, throws. */
export async function* writeFile(
  zip: ZipWriter,
  { sizeBytes, body }: OpenedFile,
  takePlace: () => EntryPlace,
): AsyncGenerator<Uint8Array, FileOutcome, undefined> {
  const content = new FileContent(sizeBytes)
  let entry: Entry | undefined
  try {
    for await (const piece of body) {
      if (entry === undefined) {
        entry = beginEntry(zip, takePlace(), sizeBytes)
        yield entry.header
      }
      content.add(piece)
      yield* zip.deflater.add(piece, entry.isCompressed)
    }
  } catch (error) {
    if (entry === undefined) return { status: 'failed' }
    throw error
  }
  const sha256 = content.end()
  if (entry === undefined) {
    entry = beginEntry(zip, takePlace(), sizeBytes)
    yield entry.header
  }
  const storedBytes = yield* zip.deflater.end(entry.isCompressed)
  yield entry.end({ crc: content.crc, sizeBytes: content.sizeBytes, storedBytes })
  return { status: entry.status, path: entry.path, sizeBytes: content.sizeBytes, sha256 }
}

type Entry = EntryPlace & ReturnType<ZipWriter['begin']>

function beginEntry(zip: ZipWriter, place: EntryPlace, sizeBytes: number | null): Entry {
  return { ...place, ...zip.begin({ ...place, sizeBytes }) }
}
