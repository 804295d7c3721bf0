import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { archive } from './archive.ts'
import type { ArchivedSubmission } from './archived-submission.ts'
import { foreignReaders } from './foreign-readers.fixture.ts'
import { from } from './submissions.fixture.ts'
import { storedBlocks } from './zip/stored-blocks.ts'

const readers = foreignReaders.filter(({ isInstalled }) => isInstalled)
const missing = foreignReaders.filter(({ isInstalled }) => !isInstalled).map(({ name }) => name)

/** Whether any of the independent readers is installed. */
export const areReadersInstalled = readers.length > 0
/** For the title of a suite: which readers are not installed. */
export const leftOut = missing.length === 0 ? '' : ` (left out: there is no ${missing.join(' and no ')})`

/** Large contents of zeros are made of this buffer, so they need neither memory nor disk. */
export const zeros = Buffer.alloc(1024 * 1024)
/** Two blocks of 32 KiB, each with its header, as an archive has zeros that are not compressed. */
const zeroBlocks = Buffer.concat(storedBlocks(zeros.subarray(0, 64 * 1024)))
const headerBytes = 5

/** Writes the archive of these submissions to a file that the end of the test deletes; returns the path. */
export async function writeArchive(submissions: Iterable<ArchivedSubmission>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'archive-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true })
  })
  const path = join(folder, 'a.zip')
  const file = openSync(path, 'w')
  let at = 0
  for await (const piece of archive(from(submissions))) {
    if (!zeroBlocks.equals(piece)) writeSync(file, piece, 0, piece.length, at)
    else for (const from of [0, zeroBlocks.length / 2]) writeSync(file, piece, from, headerBytes, at + from)
    at += piece.length
  }
  closeSync(file)
  return path
}

/** Complaints of the independent readers; empty if there are none. */
export function complaints(zip: string): string {
  return readers.map(({ check }) => check(zip)).join('')
}
