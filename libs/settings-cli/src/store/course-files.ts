import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { chmod, lstat, open, readdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { maxBytes } from '../yaml/read-settings.ts'

export interface CourseFile {
  readonly courseId: number
  /** As people named it, or as it was found below what they named. */
  readonly name: string
  readonly path: string
}

/** Why a file is left alone. */
export class FileProblem extends Error {
  readonly code = 'file_refused'
}

/** The file, or those of the folder by the ids of their courses; null if it is neither. */
export async function findCourseFiles(cwd: string, name: string): Promise<CourseFile[] | null> {
  const found = await stat(resolve(cwd, name)).catch(missing)
  if (found === null) return null
  const names = found.isDirectory() ? (await readdir(resolve(cwd, name))).map((each) => join(name, each)) : [name]
  const files = names.map((each) => courseFile(cwd, each)).filter((file) => file !== null)
  return files.length === 0 && !found.isDirectory() ? null : files.toSorted((a, b) => a.courseId - b.courseId)
}

/** The file of this name; null if the name has no id of a course. */
export function courseFile(cwd: string, name: string): CourseFile | null {
  const courseId = Number(/^course-([1-9]\d{0,15})\.yaml$/.exec(basename(name))?.[1])
  return Number.isSafeInteger(courseId) ? { courseId, name, path: resolve(cwd, name) } : null
}

/** The bytes of a regular file, or one more than may be read if it is too large; null if it is not there. */
export async function readBytes(path: string, limit = maxBytes): Promise<Uint8Array | null> {
  // Whoever opens a FIFO otherwise waits for its writer.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(missing)
  if (file === null) {
    await targetOf(path)
    return null
  }
  try {
    if (!(await file.stat()).isFile()) throw new FileProblem(`${path} is not a regular file.`)
    return await buffer(file.createReadStream({ end: limit, autoClose: false }))
  } finally {
    await file.close()
  }
}

export async function readText(path: string): Promise<string | null> {
  const bytes = await readBytes(path)
  return bytes && Buffer.from(bytes).toString()
}

/** At once, on the disk itself: whoever is interrupted, even by a power cut, has the whole old file or the new one. A link is replaced itself. */
export async function replaceFile(path: string, text: string): Promise<void> {
  await replaceIf(path, text, () => true)
}

/** Replaces a file if it still has the text `before`, or makes it if that is null and nothing is there; false if not. */
export async function replaceIfUnchanged(path: string, before: string | null, text: string): Promise<boolean> {
  if (before !== null)
    return replaceIf((await targetOf(path)) ?? path, text, async () => (await readText(path)) === before)
  try {
    // A second name for a finished file would be safer still, but many network drives have no links.
    await writeFile(path, text, { flag: 'wx', flush: true })
    await syncFolderOf(path)
    return true
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw failure
  }
}

async function replaceIf(target: string, text: string, isWanted: () => boolean | Promise<boolean>): Promise<boolean> {
  const mode = (await stat(target).catch(missing))?.mode
  const written = join(dirname(target), `.${basename(target)}.${randomUUID()}`)
  try {
    await writeFile(written, text, { flag: 'wx', flush: true })
    if (mode !== undefined) await chmod(written, mode)
    const isReplaced = await isWanted()
    if (isReplaced) await rename(written, target)
    await syncFolderOf(target)
    return isReplaced
  } finally {
    await rm(written, { force: true })
  }
}

async function targetOf(path: string): Promise<string | null> {
  const target = await realpath(path).catch(missing)
  const isDangling = target === null && (await lstat(path).catch(missing)) !== null
  if (isDangling) throw new FileProblem(`${path} is a link that leads nowhere.`)
  return target
}

/** Until then a power cut may bring back the old name of a file. */
async function syncFolderOf(path: string): Promise<void> {
  // Windows opens no folders.
  const folder = await open(dirname(path)).catch(() => null)
  try {
    await folder?.sync()
  } finally {
    await folder?.close()
  }
}

export function missing(failure: unknown): null {
  if (failure instanceof Error && 'code' in failure && failure.code === 'ENOENT') return null
  throw failure
}
