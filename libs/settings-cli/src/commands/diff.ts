import type { CourseFile } from '../store/course-files.ts'
import {
  compareCourse,
  count,
  type CourseResult,
  type Deps,
  readCourseFile,
  requireNoConflict,
  withoutLastSeen,
} from './compare-course.ts'

/** What `apply` would change. Without a document last seen, all differences are shown as the file's. */
export async function diff(deps: Deps, file: CourseFile, options: { exitCode: boolean }): Promise<CourseResult> {
  const compared = await compareCourse(deps, file, await readCourseFile(file), true)
  requireNoConflict(compared)
  const { mine, theirs } = compared.changes
  const sentences = [
    mine.length === 0 ? 'Nothing to apply.' : `${count(mine, 'change')} to apply.`,
    ...(theirs.length > 0 ? [`The file lacks ${count(theirs, 'change')} of others, which \`pull\` brings.`] : []),
    ...(compared.isTwoWay && mine.length > 0 ? [`${withoutLastSeen} \`apply\` needs \`--overwrite\`.`] : []),
  ]
  const exitCode = mine.length > 0 && options.exitCode ? 2 : 0
  return { file, exitCode, message: sentences.join(' '), ...compared.changes }
}
