import { isDeepStrictEqual } from 'node:util'
import { PublicApiError, type PublicClient } from '@course-grading/public-client'
import { type ExitCode, exitCodeOf } from './exit-codes.ts'
import { writablePart } from '@course-grading/settings-comparison/leaves'
import { type Comparison, compareThreeWays, mergeTheirs } from '@course-grading/settings-comparison/three-way'
import { type CourseFile, readBytes, readText } from '../store/course-files.ts'
import { basesOf, readRecords } from '../store/last-seen.ts'
import { type Edited, editSettings } from '../yaml/edit-settings.ts'
import { type Fault, type Faulty, readSettings, type SettingsText } from '../yaml/read-settings.ts'

export interface Deps {
  readonly client: PublicClient
  /** Says on stderr what takes long. */
  readonly progress: (text: string) => void
}

export interface CourseResult extends Partial<Comparison> {
  readonly file: CourseFile
  readonly exitCode: ExitCode
  readonly message: string
  /** What the service has now. */
  readonly revision?: number
  /** Of a request that was refused. */
  readonly requestId?: string | null
  readonly faults?: readonly Fault[]
}

export class CourseStop extends Error {
  readonly result: CourseResult

  constructor(result: CourseResult) {
    super(result.message)
    this.result = result
  }
}

export type Compared = Awaited<ReturnType<typeof compareCourse>>

export function resultOf({ file, present, changes }: Compared, exitCode: ExitCode, message: string): CourseResult {
  return { file, exitCode, message, revision: present.settings.revision, ...changes }
}

export async function readCourseFile(file: CourseFile): Promise<SettingsText> {
  const bytes = await readBytes(file.path)
  if (bytes === null) throw new CourseStop({ file, exitCode: 1, message: 'The file is gone.' })
  return orStop(file, readSettings(bytes))
}

export type Snapshot = Awaited<ReturnType<typeof takeSnapshot>>

/** The file and what it may be made from, read before the service is, for either may change while the service is waited for. */
export async function takeSnapshot(file: CourseFile) {
  return { file, source: await readCourseFile(file), records: await readRecords(file) }
}

/** Whether the disk still has what the snapshot has. */
export async function isCurrent({ file, source, records }: Snapshot): Promise<boolean> {
  return (await readText(file.path)) === source.text && isDeepStrictEqual(await readRecords(file), records)
}

/** Compares a file with the settings of the service and with the document last seen. */
export async function compareCourse({ client }: Deps, snapshot: Snapshot, overwrite = false) {
  const { file, source, records } = snapshot
  const present = await client.getCourseSettings(file.courseId)
  const settings = writablePart(present.settings)
  const bases = basesOf(file, records, present.settings.revision)
  /** Whether nobody knows what the file was made from. */
  const isTwoWay = bases.length === 0
  const changes = compareThreeWays(isTwoWay && overwrite ? [settings] : bases, source.settings, settings)
  return { ...snapshot, present, changes, isTwoWay }
}

export const changedMeanwhile = 'The file, or what is beside it, was changed meanwhile. Nothing was written.'
export const withoutLastSeen = 'There is no document last seen of this course, so nobody knows who changed what.'

export function requireNoConflict(compared: Compared): void {
  const { conflicts } = compared.changes
  if (conflicts.length === 0) return
  const message = compared.isTwoWay
    ? `${count(conflicts, 'difference')}. ${withoutLastSeen} \`apply --overwrite\` writes the file's values.`
    : `${count(conflicts, 'conflict')}: the file and somebody else changed the same. Nothing was written.`
  throw new CourseStop(resultOf(compared, 3, message))
}

/** The file with the changes of others in it; throws where these would change something else, too. */
export function merged({ file, source, changes }: Compared): Edited {
  return orStop(file, editSettings(source, mergeTheirs(source.settings, changes)))
}

function orStop<T extends object>(file: CourseFile, reading: T | Faulty): T {
  if (!('faults' in reading)) return reading
  const { faults } = reading
  throw new CourseStop({ file, exitCode: 4, message: `The file has ${count(faults, 'fault')}.`, faults })
}

/** What ended a command, as a result; the rest is a defect. */
export function resultOfProblem(file: CourseFile, problem: unknown): CourseResult {
  if (problem instanceof CourseStop) return problem.result
  const { code, message } = problem as { code?: unknown; message?: unknown }
  if (!(problem instanceof Error) || typeof code !== 'string') throw problem
  if (!(problem instanceof PublicApiError)) return { file, exitCode: 1, message: String(message) }
  const { requestId } = problem
  return { file, exitCode: exitCodeOf(problem), message: `${code}: ${String(message)}`, requestId }
}

export function count(list: readonly unknown[], noun: string): string {
  return `${list.length} ${noun}${list.length === 1 ? '' : 's'}`
}
