import type { PublicClient, ReadSettings } from '@course-grading/public-client'
import type { ExitCode } from '../command-line/exit-codes.ts'
import { writablePart } from '../comparison/leaves.ts'
import { type Comparison, compareThreeWays, mergeTheirs } from '../comparison/three-way.ts'
import { type CourseFile, readBytes } from '../store/course-files.ts'
import { basesOf, readLastSeen } from '../store/last-seen.ts'
import { editSettings } from '../yaml/edit-settings.ts'
import { type Fault, readSettings, type SettingsText } from '../yaml/read-settings.ts'

export interface Deps {
  readonly client: PublicClient
  /** Says on stderr what takes long. */
  readonly progress: (text: string) => void
}

/** What a command found or did about one course. */
export interface CourseResult extends Partial<Comparison> {
  readonly file: CourseFile
  readonly exitCode: ExitCode
  readonly message: string
  readonly revision?: number
  /** Of a request that was refused. */
  readonly requestId?: string | null
  readonly faults?: readonly Fault[]
}

export interface Compared {
  readonly file: CourseFile
  readonly source: SettingsText
  readonly present: ReadSettings
  readonly changes: Comparison
  /** Whether nobody knows what the file was made from. */
  readonly isTwoWay: boolean
}

/** A result that ends a command before it is through. */
export class CourseStop extends Error {
  readonly result: CourseResult

  constructor(result: CourseResult) {
    super(result.message)
    this.result = result
  }
}

/** Reads a file, or throws what is wrong with it. */
export async function readCourseFile(file: CourseFile): Promise<SettingsText> {
  const bytes = await readBytes(file.path)
  if (bytes === null) throw new CourseStop({ file, exitCode: 1, message: 'The file is gone.' })
  const reading = readSettings(bytes)
  if ('faults' in reading) throw invalid(file, reading.faults)
  return reading.source
}

/** Compares a file with the settings of the service and with the document last seen. */
export async function compareCourse(
  { client }: Deps,
  file: CourseFile,
  source: SettingsText,
  overwrite = false,
): Promise<Compared> {
  const present = await client.getCourseSettings(file.courseId)
  const lastSeen = await readLastSeen(file)
  const settings = writablePart(present.settings as never)
  const isTwoWay = lastSeen.document === null
  const bases = isTwoWay && overwrite ? [settings] : basesOf(lastSeen, present.settings.revision)
  return { file, source, present, changes: compareThreeWays(bases, source.settings, settings), isTwoWay }
}

/** Throws if the file and somebody else changed the same. */
export function requireNoConflict({ file, changes, isTwoWay }: Compared): void {
  const { conflicts } = changes
  if (conflicts.length === 0) return
  const message = isTwoWay
    ? `${count(conflicts, 'difference')}. ${withoutLastSeen} \`apply --overwrite\` writes the file's values.`
    : `${count(conflicts, 'conflict')}: the file and somebody else changed the same. Nothing was written.`
  throw new CourseStop({ file, exitCode: 3, message, ...changes })
}

export const withoutLastSeen = 'There is no document last seen of this course, so nobody knows who changed what.'

/** The file with the changes of others in it; throws where they would change something else, too. */
export function merged({ file, source, changes }: Compared) {
  const edited = editSettings(source, mergeTheirs(source.settings, changes))
  if ('faults' in edited) throw invalid(file, edited.faults)
  return edited
}

function invalid(file: CourseFile, faults: readonly Fault[]): CourseStop {
  return new CourseStop({ file, exitCode: 4, message: `The file has ${count(faults, 'fault')}.`, faults })
}

/** How many there are of something. */
export function count(list: readonly unknown[], noun: string): string {
  return `${list.length} ${noun}${list.length === 1 ? '' : 's'}`
}
