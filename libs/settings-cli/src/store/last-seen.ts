import { mkdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { courseSettingsUpdate, type CourseSettingsUpdate } from '@course-grading/contracts/settings/course-settings'
import { createValidator } from '@course-grading/http-kit/request/validate'
import type { CourseSettings } from '@course-grading/public-client'
import { writablePart } from '../comparison/leaves.ts'
import { type CourseFile, missing, replaceFile } from './course-files.ts'

/** Beside the files of courses. It is meant to be committed with them. */
const folderName = '.course-settings'
/** What editors are told, from the folder of the file. */
export const schemaPath = `${folderName}/schema.json`

/** A step that was begun: from revision `after` on, the file or the service may have these settings. */
interface Begun {
  readonly after: number
  readonly settings: CourseSettingsUpdate
}

/** The document of the service that a file was last in accord with. */
export interface LastSeen {
  readonly document: CourseSettings | null
  readonly begun: Begun | null
}

const isUpdate = createValidator(courseSettingsUpdate)

/** What cannot be read, or is of another course, counts as not there. */
export async function readLastSeen(file: CourseFile): Promise<LastSeen> {
  const document = (await readJson(pathOf(file))) as Partial<CourseSettings> | null
  const begun = (await readJson(begunPathOf(file))) as Partial<Begun> | null
  return {
    document: document?.courseId === file.courseId && isSound(document) ? (document as CourseSettings) : null,
    begun: typeof begun?.after === 'number' && isSound(begun.settings) ? (begun as Begun) : null,
  }
}

/** The settings that the file may be made from. */
export function basesOf({ document, begun }: LastSeen, revision: number): CourseSettingsUpdate[] {
  if (document === null) return []
  // A write that changed no revision was never stored.
  const isOpen = begun !== null && revision > begun.after
  return [writablePart(document), ...(isOpen ? [begun.settings] : [])]
}

/** Before something is changed at two places: if it is interrupted between them, nobody can know whose changes are whose. */
export async function markBegun(file: CourseFile, after: number, settings: CourseSettingsUpdate): Promise<void> {
  await write(begunPathOf(file), { after, settings })
}

export async function clearBegun(file: CourseFile): Promise<void> {
  await rm(begunPathOf(file), { force: true })
}

export async function writeLastSeen(file: CourseFile, document: CourseSettings): Promise<void> {
  await write(pathOf(file), document)
  await clearBegun(file)
}

/** Puts the schema where the first line of a file says. */
export async function writeSchema(file: CourseFile): Promise<void> {
  await write(join(dirname(file.path), schemaPath), editorSchema)
}

/** The contract's schema of what a file holds. */
export const editorSchema = { $schema: 'https://json-schema.org/draft/2020-12/schema', ...courseSettingsUpdate }

function pathOf({ path, courseId }: CourseFile): string {
  return join(dirname(path), folderName, `${courseId}.json`)
}

function begunPathOf({ path, courseId }: CourseFile): string {
  return join(dirname(path), folderName, `${courseId}.begun.json`)
}

function isSound(settings: unknown): boolean {
  return (
    typeof settings === 'object' &&
    settings !== null &&
    isUpdate(writablePart(settings as CourseSettingsUpdate)).length === 0
  )
}

async function readJson(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch(missing)
  try {
    return text === null ? null : (JSON.parse(text) as unknown)
  } catch {
    return null
  }
}

async function write(path: string, value: unknown): Promise<void> {
  const text = `${JSON.stringify(value, null, 2)}\n`
  await mkdir(dirname(path), { recursive: true })
  if ((await readFile(path, 'utf8').catch(missing)) !== text) await replaceFile(path, text)
}
