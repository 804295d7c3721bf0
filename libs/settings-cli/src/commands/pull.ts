import { writablePart } from '../comparison/leaves.ts'
import { type CourseFile, readBytes, replaceFile } from '../store/course-files.ts'
import { markBegun, schemaPath, writeLastSeen, writeSchema } from '../store/last-seen.ts'
import { writeSettings } from '../yaml/write-settings.ts'
import {
  compareCourse,
  count,
  type CourseResult,
  type Deps,
  merged,
  readCourseFile,
  requireNoConflict,
} from './compare-course.ts'

/** Writes a new file, or brings into the one that exists what others changed; its own edits stay. */
export async function pull(deps: Deps, file: CourseFile): Promise<CourseResult> {
  if ((await readBytes(file.path)) === null) return pullNew(deps, file)
  const compared = await compareCourse(deps, file, await readCourseFile(file))
  requireNoConflict(compared)
  const { settings } = compared.present
  const { source, splices } = merged(compared)
  await writeSchema(file)
  if (splices.length > 0) {
    await markBegun(file, settings.revision - 1, writablePart(settings as never))
    await replaceFile(file.path, source.text)
  }
  await writeLastSeen(file, settings)
  const { mine, theirs } = compared.changes
  const kept = mine.length > 0 ? ` The file has ${count(mine, 'change')} to apply.` : ''
  const message = `Revision ${settings.revision}: ${count(theirs, 'change')} of others taken over.${kept}`
  return { file, exitCode: 0, message, revision: settings.revision, ...compared.changes }
}

async function pullNew({ client }: Deps, file: CourseFile): Promise<CourseResult> {
  const { settings } = await client.getCourseSettings(file.courseId)
  await writeSchema(file)
  await replaceFile(file.path, writeSettings(settings, schemaPath))
  await writeLastSeen(file, settings)
  return { file, exitCode: 0, message: `Written, as of revision ${settings.revision}.`, revision: settings.revision }
}
