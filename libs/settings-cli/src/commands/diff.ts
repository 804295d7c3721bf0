import type { CourseFile } from '../store/course-files.ts'
import { compareCourse, conflicting, type Deps, readCourseFile, withoutLastSeen } from './compare-course.ts'
import { changesOf, count, type CourseResult } from './course-result.ts'

/** What `apply` would change. */
export async function diff(
  deps: Deps,
  file: CourseFile,
  { exitCode = true }: { exitCode?: boolean },
): Promise<CourseResult> {
  const reading = await readCourseFile(file)
  if ('result' in reading) return reading.result
  // Without a document last seen, all differences are shown as the file's.
  const compared = await compareCourse(deps, file, reading.source, true)
  const { mine, theirs, conflicts } = compared.comparison
  if (conflicts.length > 0) return conflicting(file, compared)
  const notYet =
    theirs.length > 0 ? ` ${count(theirs, 'change')} of others the file does not have yet; \`pull\` brings them.` : ''
  const twoWay = compared.isTwoWay && mine.length > 0 ? ` ${withoutLastSeen} \`apply\` needs \`--overwrite\`.` : ''
  const message = (mine.length === 0 ? 'Nothing to apply.' : `${count(mine, 'change')} to apply.`) + notYet + twoWay
  return { file, exitCode: mine.length > 0 && exitCode ? 2 : 0, message, ...changesOf(compared.comparison) }
}
