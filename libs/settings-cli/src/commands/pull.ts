import type { CourseSettings } from '@course-grading/public-client'
import { writablePart } from '@course-grading/settings-comparison/leaves'
import { type CourseFile, readBytes, replaceIfUnchanged } from '../store/course-files.ts'
import { noteBegun, schemaPath, writeLastSeen } from '../store/last-seen.ts'
import { withLock } from '../store/lock.ts'
import { writeSettings } from '../yaml/write-settings.ts'
import * as courses from './compare-course.ts'
import { count, type CourseResult, type Deps } from './compare-course.ts'

/** Writes a new file, or brings into the one that exists what others changed; its own edits stay. */
export async function pull(deps: Deps, file: CourseFile): Promise<CourseResult> {
  return withLock(file, async () => {
    const isNew = (await readBytes(file.path)) === null
    return isNew ? pullNew(deps, file) : pullInto(deps, file)
  })
}

async function pullInto(deps: Deps, file: CourseFile): Promise<CourseResult> {
  const compared = await courses.compareCourse(deps, await courses.takeSnapshot(file))
  if (!(await courses.isCurrent(compared)))
    throw new courses.CourseStop({ file, exitCode: 1, message: courses.changedMeanwhile })
  courses.requireNoConflict(compared)
  const { source, splices } = courses.merged(compared)
  const { settings } = compared.present
  if (splices.length > 0) await replaceNoted(file, compared.source.text, source.text, settings)
  await writeLastSeen(file, settings)
  const { mine, theirs } = compared.changes
  const kept = mine.length > 0 ? ` The file has ${count(mine, 'change')} to apply.` : ''
  return courses.resultOf(
    compared,
    0,
    `Revision ${settings.revision}: ${count(theirs, 'change')} of others taken over.${kept}`,
  )
}

async function pullNew({ client }: Deps, file: CourseFile): Promise<CourseResult> {
  const { settings } = await client.getCourseSettings(file.courseId)
  await replaceNoted(file, null, writeSettings(settings, schemaPath), settings)
  await writeLastSeen(file, settings)
  return { file, exitCode: 0, message: `Written, as of revision ${settings.revision}.`, revision: settings.revision }
}

/** Writes the file, unless an editor saved it meanwhile; what has begun is noted before. */
async function replaceNoted(file: CourseFile, before: string | null, text: string, settings: CourseSettings) {
  const takeBack = await noteBegun(file, { after: settings.revision - 1, settings: writablePart(settings) })
  if (await replaceIfUnchanged(file.path, before, text)) return
  await takeBack()
  throw new courses.CourseStop({ file, exitCode: 1, message: courses.changedMeanwhile })
}
