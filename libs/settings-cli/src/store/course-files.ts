import { randomUUID } from 'node:crypto'
import { chmod, readdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { maxBytes } from '../yaml/read-settings.ts'

/** The settings of one course in a file. */
export interface CourseFile {
  readonly courseId: number
  /** As people named it, or as it was found below what they named. */
  readonly name: string
  readonly path: string
}

const fileName = /^course-([1-9]\d{0,15})\.ya?ml$/

/** The id that a file has in its name; null for other files, and for no id of a course. */
export function courseIdOf(path: string): number | null {
  const id = Number(fileName.exec(basename(path))?.[1])
  return Number.isSafeInteger(id) ? id : null
}

/** The file of the name, or those of the folder, by their ids; null if it is neither. */
export async function findCourseFiles(cwd: string, name: string): Promise<CourseFile[] | null> {
  const path = resolve(cwd, name)
  const found = await stat(path).catch(() => null)
  const courseId = courseIdOf(path)
  if (found?.isDirectory() !== true) return found === null || courseId === null ? null : [{ courseId, name, path }]
  const files = (await readdir(path)).flatMap((each): CourseFile[] => {
    const id = courseIdOf(each)
    return id === null ? [] : [{ courseId: id, name: join(name, each), path: join(path, each) }]
  })
  return files.toSorted((a, b) => a.courseId - b.courseId)
}

/** The bytes of a file, or one more than may be read if it is too large; null if it is not there. */
export async function readBytes(path: string): Promise<Uint8Array | null> {
  const found = await stat(path).catch(missing)
  if (found === null) return null
  return found.size > maxBytes ? new Uint8Array(maxBytes + 1) : readFile(path)
}

/** Replaces a file at once: a reader, and who is interrupted, has the whole old one or the whole new one. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const target = (await realpath(path).catch(missing)) ?? path
  const mode = (await stat(target).catch(missing))?.mode
  const written = join(dirname(target), `.${basename(target)}.${randomUUID()}`)
  try {
    await writeFile(written, text, { flag: 'wx' })
    if (mode !== undefined) await chmod(written, mode)
    await rename(written, target)
  } finally {
    await rm(written, { force: true })
  }
}

export function missing(failure: unknown): null {
  if (failure instanceof Error && 'code' in failure && failure.code === 'ENOENT') return null
  throw failure
}
