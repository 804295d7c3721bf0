import { writablePart } from '../comparison/leaves.ts'
import { type CourseFile, readBytes, replaceFile } from '../store/course-files.ts'
import { markBegun, schemaPath, writeLastSeen, writeSchema } from '../store/last-seen.ts'
import { editSettings } from '../yaml/edit-settings.ts'
import { writeSettings } from '../yaml/write-settings.ts'
import { compareCourse, conflicting, type Deps, invalid, readCourseFile } from './compare-course.ts'
import { changesOf, count, type CourseResult } from './course-result.ts'

/** Writes a new file, or brings into the one that exists what others changed; its own edits stay. */
export async function pull(deps: Deps, file: CourseFile): Promise<CourseResult> {
  if ((await readBytes(file.path)) === null) return pullNew(deps, file)
  const reading = await readCourseFile(file)
  if ('result' in reading) return reading.result
  const compared = await compareCourse(deps, file, reading.source)
  const { mine, theirs, conflicts, merged } = compared.comparison
  if (conflicts.length > 0) return conflicting(file, compared)
  const { settings } = compared.present
  const edited = editSettings(reading.source, merged)
  if ('faults' in edited) return invalid(file, edited.faults)
  await writeSchema(file)
  if (edited.splices.length > 0) {
    await markBegun(file, settings.revision - 1, writablePart(settings))
    await replaceFile(file.path, edited.source.text)
  }
  await writeLastSeen(file, settings)
  const kept = mine.length > 0 ? ` ${count(mine, 'edit')} of the file not applied yet.` : ''
  const message = `Revision ${settings.revision}: ${count(theirs, 'change')} taken over.${kept}`
  return { file, exitCode: 0, message, revision: settings.revision, ...changesOf(compared.comparison) }
}

async function pullNew(deps: Deps, file: CourseFile): Promise<CourseResult> {
  const { settings } = await deps.client.getCourseSettings(file.courseId)
  await writeSchema(file)
  await replaceFile(file.path, writeSettings(settings, schemaPath))
  await writeLastSeen(file, settings)
  return { file, exitCode: 0, message: `Written, as of revision ${settings.revision}.`, revision: settings.revision }
}
