import type { ExitCode } from '../command-line/exit-codes.ts'
import type { Change, Comparison, Conflict } from '../comparison/three-way.ts'
import type { CourseFile } from '../store/course-files.ts'
import type { Fault } from '../yaml/read-settings.ts'

/** What a command found or did about one course. */
export interface CourseResult {
  readonly file: CourseFile
  readonly exitCode: ExitCode
  /** One sentence. */
  readonly message: string
  readonly revision?: number
  /** Where the result is about the service's refusal. */
  readonly requestId?: string
  /** What the file changes at the service, or did. */
  readonly mine?: readonly Change[]
  /** What others changed at the service. */
  readonly theirs?: readonly Change[]
  readonly conflicts?: readonly Conflict[]
  /** What is wrong, and where in the file. */
  readonly faults?: readonly Fault[]
}

export function changesOf({
  mine,
  theirs,
  conflicts,
}: Comparison): Pick<CourseResult, 'mine' | 'theirs' | 'conflicts'> {
  return { mine, theirs, conflicts }
}

/** How many there are of something. */
export function count(list: readonly unknown[], noun: string): string {
  return `${list.length} ${noun}${list.length === 1 ? '' : 's'}`
}
