import type { CourseFile } from '../store/course-files.ts'
import * as courses from './compare-course.ts'
import { count, type CourseResult, type Deps } from './compare-course.ts'

/** What `apply` would change. Without a document last seen, all differences are shown as the file's. */
export async function diff(deps: Deps, file: CourseFile, has: (option: string) => boolean): Promise<CourseResult> {
  const compared = await courses.compareCourse(deps, await courses.takeSnapshot(file), true)
  courses.requireNoConflict(compared)
  const { mine, theirs } = compared.changes
  const sentences = [
    mine.length === 0 ? 'Nothing to apply.' : `${count(mine, 'change')} to apply.`,
    ...(theirs.length > 0 ? [`The file lacks ${count(theirs, 'change')} of others, which \`pull\` brings.`] : []),
    ...(compared.isTwoWay && mine.length > 0 ? [`${courses.withoutLastSeen} \`apply\` needs \`--overwrite\`.`] : []),
  ]
  return courses.resultOf(compared, mine.length > 0 && !has('no-exit-code') ? 2 : 0, sentences.join(' '))
}
