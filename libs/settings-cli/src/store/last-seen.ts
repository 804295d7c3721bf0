import { lstat, mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { courseSettingsUpdate, type CourseSettingsUpdate } from '@course-grading/contracts/settings/course-settings'
import { createValidator } from '@course-grading/validation'
import type { CourseSettings } from '@course-grading/public-client'
import { writablePart } from '@course-grading/settings-comparison/leaves'
import { type CourseFile, FileProblem, missing, readBytes, replaceFile } from './course-files.ts'

/** Beside the files of courses. It is meant to be committed with them. */
const folderName = '.course-settings'
/** Where editors find the schema, from the folder of the file. */
export const schemaPath = `${folderName}/schema.json`

/** A step at two places that was begun: if the service is beyond revision `after`, either may have these settings. */
interface Begun {
  readonly after: number
  readonly settings: CourseSettingsUpdate
}

const validate = createValidator(courseSettingsUpdate)
/** More than the settings of a file have as JSON, with some notes of what has begun. */
const maxRecordBytes = 4_000_000

/** What is beside a file about it, as text. */
export interface Records {
  readonly lastSeen: string | null
  readonly begun: string | null
}

export async function readRecords(file: CourseFile): Promise<Records> {
  return { lastSeen: await readRecord(pathOf(file)), begun: await readRecord(pathOf(file, '.begun.json')) }
}

async function readRecord(path: string): Promise<string | null> {
  const bytes = await readBytes(path, maxRecordBytes)
  if (bytes !== null && bytes.length > maxRecordBytes) throw new FileProblem(`${path} is too large.`)
  return bytes && Buffer.from(bytes).toString()
}

/** Refuses what is no plain file in the folder beside the file, or no folder: a repository may hold a link that leads elsewhere. */
export async function requireOwnFiles(file: CourseFile): Promise<void> {
  const folder = dirname(pathOf(file))
  const isFolder = (await lstat(folder).catch(missing))?.isDirectory()
  if (isFolder === false) throw new FileProblem(`${folder} is not a folder, or a link to one. Remove it.`)
  for (const path of [...['.json', '.begun.json', '.lock'].map((ending) => pathOf(file, ending)), schemaOf(file)])
    if ((await lstat(path).catch(missing))?.isFile() === false)
      throw new FileProblem(`${path} is not a regular file, or a link to one. Remove it.`)
}

/** The settings that the file may be made from: those last seen, and those of a step that did not end. None if nothing is known. */
export function basesOf(file: CourseFile, records: Records, revision: number): CourseSettingsUpdate[] {
  const document = parsed(records.lastSeen) as CourseSettings | null
  // What is of another course, or was merged into nonsense, tells nothing.
  if (document?.courseId !== file.courseId || validate(writablePart(document)).length > 0) return []
  const begun = begunIn(records).filter(({ after }) => revision > after)
  return [writablePart(document), ...begun.map(({ settings }) => settings)]
}

/** Notes beside earlier notes what is about to change: if interrupted, the next run takes no change of others for the file's own. Gives what undoes it. */
export async function noteBegun(file: CourseFile, begun: Begun): Promise<() => Promise<void>> {
  const path = pathOf(file, '.begun.json')
  const before = begunIn(await readRecords(file))
  await write(path, [...before, begun])
  return () => (before.length === 0 ? rm(path, { force: true }) : write(path, before))
}

export async function writeLastSeen(file: CourseFile, document: CourseSettings): Promise<void> {
  await write(schemaOf(file), editorSchema)
  await write(pathOf(file), document)
  await rm(pathOf(file, '.begun.json'), { force: true })
}

export const editorSchema = { $schema: 'https://json-schema.org/draft/2020-12/schema', ...courseSettingsUpdate }

export function pathOf({ path, courseId }: CourseFile, ending = '.json'): string {
  return join(dirname(path), folderName, `${courseId}${ending}`)
}

const schemaOf = ({ path }: CourseFile): string => join(dirname(path), schemaPath)

function begunIn({ begun }: Records): Begun[] {
  return [parsed(begun) ?? []].flat() as Begun[]
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null') as unknown
  } catch {
    return null
  }
}

async function write(path: string, value: unknown): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await replaceFile(path, `${JSON.stringify(value, null, 2)}\n`)
}
