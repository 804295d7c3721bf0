import { mkdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { courseSettingsUpdate, type CourseSettingsUpdate } from '@course-grading/contracts/settings/course-settings'
import { createValidator } from '@course-grading/http-kit/request/validate'
import type { CourseSettings } from '@course-grading/public-client'
import { writablePart } from '../comparison/leaves.ts'
import { type CourseFile, missing, replaceFile } from './course-files.ts'

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

/** What is beside a file about it, as text. */
export interface Records {
  readonly lastSeen: string | null
  readonly begun: string | null
}

export async function readRecords(file: CourseFile): Promise<Records> {
  const read = (path: string) => readFile(path, 'utf8').catch(missing)
  return { lastSeen: await read(pathOf(file)), begun: await read(pathOf(file, '.begun.json')) }
}

/** The settings that the file may be made from: those last seen, and those of a step that did not end. None if nothing is known. */
export function basesOf(file: CourseFile, records: Records, revision: number): CourseSettingsUpdate[] {
  const document = parsed(records.lastSeen) as CourseSettings | null
  // What is of another course, or was merged into nonsense, tells nothing.
  if (document?.courseId !== file.courseId || validate(writablePart(document)).length > 0) return []
  const begun = begunIn(records).filter(({ after }) => revision > after)
  return [writablePart(document), ...begun.map(({ settings }) => settings)]
}

/**
 * Notes what is about to be changed: if it is interrupted, the next run takes no change of others for the file's own. What was noted
 * before stays. Gives what takes this note back.
 */
export async function noteBegun(file: CourseFile, begun: Begun): Promise<() => Promise<void>> {
  const path = pathOf(file, '.begun.json')
  const before = begunIn(await readRecords(file))
  await write(path, [...before, begun])
  return () => (before.length === 0 ? rm(path, { force: true }) : write(path, before))
}

/** Keeps the document with which the file is in accord now. */
export async function writeLastSeen(file: CourseFile, document: CourseSettings): Promise<void> {
  await write(join(dirname(file.path), schemaPath), editorSchema)
  await write(pathOf(file), document)
  await rm(pathOf(file, '.begun.json'), { force: true })
}

/** The contract's schema of what a file holds. */
export const editorSchema = { $schema: 'https://json-schema.org/draft/2020-12/schema', ...courseSettingsUpdate }

export function pathOf({ path, courseId }: CourseFile, ending = '.json'): string {
  return join(dirname(path), folderName, `${courseId}${ending}`)
}

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
