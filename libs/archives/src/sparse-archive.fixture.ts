import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { archive } from './archive.ts'
import type { ArchivedSubmission } from './archived-submission.ts'
import { foreignReaders } from './foreign-readers.fixture.ts'
import { from } from './submissions.fixture.ts'

const readers = foreignReaders.filter(({ isHere }) => isHere)
const missing = foreignReaders.filter(({ isHere }) => !isHere).map(({ name }) => name)

/** Whether any foreign reader is here. */
export const areReadersHere = readers.length > 0
/** For the title of a suite: which readers it has to do without. */
export const leftOut = missing.length === 0 ? '' : ` (left out: there is no ${missing.join(' and no ')})`

/** Contents of zeros are parts of this one, and cost neither memory nor disk. */
export const zeros = Buffer.alloc(1024 * 1024)

/** Writes the archive of these submissions for the time of the test; returns its path. */
export async function writeArchive(submissions: Iterable<ArchivedSubmission>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'archive-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true })
  })
  const path = join(folder, 'a.zip')
  const file = openSync(path, 'w')
  let at = 0
  for await (const piece of archive(from(submissions))) {
    if (piece.buffer !== zeros.buffer) writeSync(file, piece, 0, piece.length, at)
    at += piece.length
  }
  closeSync(file)
  return path
}

/** What the foreign readers complain about, or nothing. */
export function complaints(zip: string): string {
  return readers.map(({ check }) => check(zip)).join('')
}
