import type { AbsentStatus, ArchivedFile, ArchivedSubmission, OpenedFile } from './archived-submission.ts'
import { Manifest } from './manifest.ts'
import { SubmissionFolder } from './submission-folder.ts'
import { writeFile } from './write-file.ts'
import { ZipWriter } from './zip/zip-writer.ts'

/** Yields the ZIP; reads files as pieces are taken. A file that fails before its first byte is in the manifest; a later failure throws. */
export async function* archive(
  submissions: AsyncIterable<ArchivedSubmission>,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  const zip = new ZipWriter()
  try {
    const manifest = new Manifest()
    for await (const submission of submissions) yield* writeSubmission(zip, manifest, submission, signal)
    yield* writeManifest(zip, manifest)
    yield* zip.finish()
  } finally {
    zip.close()
  }
}

async function* writeSubmission(
  zip: ZipWriter,
  manifest: Manifest,
  submission: ArchivedSubmission,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  const folder = new SubmissionFolder(submission)
  // The folder's entry comes before its files are known, so that the reader gets bytes meanwhile, and also if no file can be read.
  yield zip.folder(folder.path, folder.modifiedAt)
  for await (const file of submission.files) {
    const opened = await openFile(file)
    const outcome =
      typeof opened === 'string' ? { status: opened } : yield* writeFile(zip, opened, () => folder.take(file.name))
    signal?.throwIfAborted()
    manifest.add(submission, file.name, outcome)
  }
}

async function openFile(file: ArchivedFile): Promise<OpenedFile | AbsentStatus> {
  if ('status' in file) return file.status
  try {
    return await file.open()
  } catch {
    return 'failed'
  }
}

function* writeManifest(zip: ZipWriter, { path, modifiedAt, log }: Manifest): Generator<Uint8Array, void, undefined> {
  const { crc, sizeBytes } = log.sizeAndCrc()
  const entry = zip.begin({ path, modifiedAt, sizeBytes })
  yield entry.header
  let storedBytes = 0
  for (const block of log.deflated()) {
    storedBytes += block.length
    yield block
  }
  yield entry.end({ crc, sizeBytes, storedBytes })
}
