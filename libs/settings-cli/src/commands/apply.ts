import { PublicApiError, type ReadSettings } from '@course-grading/public-client'
import { writablePart } from '../comparison/leaves.ts'
import { isSameSettings } from '../comparison/three-way.ts'
import { type CourseFile, readBytes, replaceFile } from '../store/course-files.ts'
import { clearBegun, markBegun, writeLastSeen } from '../store/last-seen.ts'
import type { Edited } from '../yaml/edit-settings.ts'
import { offsetOfIssue, placeAt } from '../yaml/read-settings.ts'
import { offsetBefore } from '../yaml/splices.ts'
import {
  type Compared,
  compareCourse,
  count,
  type CourseResult,
  CourseStop,
  type Deps,
  merged,
  readCourseFile,
  requireNoConflict,
} from './compare-course.ts'
import { refusedByService } from './refused-by-service.ts'

const maxAttempts = 3

export interface ApplyOptions {
  readonly merge: boolean
  readonly overwrite: boolean
  readonly dryRun: boolean
  readonly exitCode: boolean
}

/** Writes the changes of a file to the service, unless somebody else changed the same. */
export async function apply(deps: Deps, file: CourseFile, options: ApplyOptions): Promise<CourseResult> {
  const source = await readCourseFile(file)
  for (let attempt = 1; ; attempt += 1) {
    const compared = await compareCourse(deps, file, source, options.overwrite)
    requireNoConflict(compared)
    const settled = await withoutWrite(compared, options)
    if (settled !== null) return settled
    const edited = merged(compared)
    const { mine } = compared.changes
    if (options.dryRun)
      return {
        file,
        exitCode: 0,
        message: `Would apply ${count(mine, 'change')}; nothing was written.`,
        ...compared.changes,
      }
    try {
      return await finish(compared, edited, await write(deps, compared, edited))
    } catch (problem) {
      if (!(problem instanceof PublicApiError)) throw problem
      if (problem.status !== 412 || attempt === maxAttempts) throw atItsPlaces(compared, edited, problem)
      deps.progress('Somebody else was faster; reading again.')
    }
  }
}

/** The result where there is nothing to write, or others' changes must be taken over first. */
async function withoutWrite({ file, changes, present }: Compared, options: ApplyOptions): Promise<CourseResult | null> {
  const { mine, theirs } = changes
  const { settings } = present
  if (mine.length === 0 && theirs.length === 0) {
    if (!options.dryRun) await writeLastSeen(file, settings)
    return {
      file,
      exitCode: 0,
      message: `Nothing to apply to revision ${settings.revision}.`,
      revision: settings.revision,
      ...changes,
    }
  }
  const ofOthers = `${count(theirs, 'change')} of others`
  if (mine.length === 0)
    return {
      file,
      exitCode: options.exitCode ? 2 : 0,
      message: `Nothing to apply. \`pull\` brings ${ofOthers}.`,
      ...changes,
    }
  if (theirs.length === 0 || options.merge) return null
  const message = `Nothing was written: there are ${ofOthers} on different paths. \`--merge\` applies both.`
  return { file, exitCode: 3, message, ...changes }
}

async function write(
  { client, progress }: Deps,
  { file, present }: Compared,
  { source }: Edited,
): Promise<ReadSettings> {
  // Whoever interrupts this leaves a note, with which the next run takes no change of others for the file's own.
  await markBegun(file, present.settings.revision, source.settings)
  try {
    return await client.putCourseSettings(file.courseId, source.settings as ReadSettings['settings'], present.etag)
  } catch (problem) {
    if (!(problem instanceof PublicApiError) || !isUncertain(problem)) {
      if (problem instanceof PublicApiError) await clearBegun(file)
      throw problem
    }
    progress(`${problem.detail} Reading what the service has.`)
    const after = await client.getCourseSettings(file.courseId).catch(() => null)
    if (after !== null && isSameSettings(writablePart(after.settings as never), source.settings)) return after
    const message = `Unknown whether the write was stored: ${problem.detail} The service does not have the file's settings now.`
    throw new CourseStop({ file, exitCode: 1, message })
  }
}

/** Whether the write may have been stored. The service says of its own 502 and 503 that nothing was. */
function isUncertain({ status, code }: PublicApiError): boolean {
  return status === null || status < 300 || (status >= 500 && !['aplus_unavailable', 'overloaded'].includes(code))
}

/** The file first, then the document last seen: until then the note says what has begun. */
async function finish(
  { file, source, changes }: Compared,
  edited: Edited,
  { settings }: ReadSettings,
): Promise<CourseResult> {
  const { mine, theirs } = changes
  const result = { file, revision: settings.revision, ...changes }
  const applied = `Applied as revision ${settings.revision}: ${count(mine, 'change')}`
  if (edited.splices.length > 0) {
    const now = Buffer.from((await readBytes(file.path)) ?? []).toString()
    if (now !== source.text)
      return {
        ...result,
        exitCode: 1,
        message: `${applied}. The file was changed meanwhile; \`pull\` brings the changes of others.`,
      }
    await replaceFile(file.path, edited.source.text)
  }
  if (isSameSettings(writablePart(settings as never), edited.source.settings)) await writeLastSeen(file, settings)
  const message = theirs.length > 0 ? `${applied}, and ${count(theirs, 'change')} of others taken over.` : `${applied}.`
  return { ...result, exitCode: 0, message }
}

/** What the service finds wrong, where it stands in the file as it is. */
function atItsPlaces(
  { file, source }: Compared,
  { source: { root }, splices }: Edited,
  problem: PublicApiError,
): CourseStop {
  const faults = problem.issues.map((issue) => {
    const facts = { path: issue.path, code: String(issue.code), message: issue.message }
    return { ...facts, ...placeAt(source.text, offsetBefore(splices, offsetOfIssue(root, facts))) }
  })
  return new CourseStop({ ...refusedByService(file, problem), faults })
}
