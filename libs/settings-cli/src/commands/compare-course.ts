import type { PublicClient, ReadSettings } from '@course-grading/public-client'
import { writablePart } from '../comparison/leaves.ts'
import { type Comparison, compareThreeWays } from '../comparison/three-way.ts'
import { type CourseFile, readBytes } from '../store/course-files.ts'
import { basesOf, readLastSeen } from '../store/last-seen.ts'
import { type Fault, readSettings, type SettingsText } from '../yaml/read-settings.ts'
import { count, type CourseResult } from './course-result.ts'

/** What the commands work with. */
export interface Deps {
  readonly client: PublicClient
  /** Says on stderr what takes long. */
  readonly progress: (text: string) => void
}

export interface Compared {
  readonly source: SettingsText
  readonly present: ReadSettings
  readonly comparison: Comparison
  /** Whether nobody knows what the file was made from. */
  readonly isTwoWay: boolean
}

/** Reads a file, or gives the result that says what is wrong with it. */
export async function readCourseFile(file: CourseFile): Promise<{ source: SettingsText } | { result: CourseResult }> {
  const bytes = await readBytes(file.path)
  if (bytes === null) return { result: { file, exitCode: 1, message: 'The file is gone.' } }
  const reading = readSettings(bytes)
  return 'source' in reading ? reading : { result: invalid(file, reading.faults) }
}

/** Reads the settings of the service, and compares them with the file and with the document last seen. */
export async function compareCourse(
  deps: Deps,
  file: CourseFile,
  source: SettingsText,
  overwrite = false,
): Promise<Compared> {
  const present = await deps.client.getCourseSettings(file.courseId)
  const lastSeen = await readLastSeen(file)
  const settings = writablePart(present.settings)
  const isTwoWay = lastSeen.document === null
  const bases = isTwoWay && overwrite ? [settings] : basesOf(lastSeen, present.settings.revision)
  return { source, present, comparison: compareThreeWays(bases, source.settings, settings), isTwoWay }
}

export function invalid(file: CourseFile, faults: readonly Fault[]): CourseResult {
  return { file, exitCode: 4, message: `The file has ${count(faults, 'fault')}.`, faults }
}

export const withoutLastSeen = 'There is no document last seen of this course, so nobody knows who changed what.'

export function conflicting(file: CourseFile, { comparison, isTwoWay }: Compared): CourseResult {
  const { conflicts } = comparison
  const message = isTwoWay
    ? `${count(conflicts, 'difference')}. ${withoutLastSeen} Nothing was written; \`apply --overwrite\` writes the file's values.`
    : `${count(conflicts, 'conflict')}: the file and somebody else changed the same. Nothing was written.`
  return { file, exitCode: 3, message, ...comparison }
}
