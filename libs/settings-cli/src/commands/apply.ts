import { PublicApiError, type ReadSettings } from '@course-grading/public-client'
import { writablePart } from '@course-grading/settings-comparison/leaves'
import { isSameSettings } from '@course-grading/settings-comparison/three-way'
import { type CourseFile, replaceIfUnchanged } from '../store/course-files.ts'
import { noteBegun, writeLastSeen } from '../store/last-seen.ts'
import { withLock } from '../store/lock.ts'
import type { Edited } from '../yaml/edit-settings.ts'
import { offsetOfIssue, placeAt } from '../yaml/read-settings.ts'
import { offsetBefore } from '../yaml/splices.ts'
import * as courses from './compare-course.ts'
import { type Compared, count, type CourseResult, CourseStop, type Deps, resultOf } from './compare-course.ts'

const maxAttempts = 3

/** Writes the changes of a file to the service, unless somebody else changed the same. `has` says which options are given. */
export async function apply(deps: Deps, file: CourseFile, has: (option: string) => boolean): Promise<CourseResult> {
  const run = () => applyLocked(deps, file, has)
  return has('dry-run') ? run() : withLock(file, run)
}

async function applyLocked(deps: Deps, file: CourseFile, has: (option: string) => boolean): Promise<CourseResult> {
  for (let attempt = 1; ; attempt += 1) {
    const compared = await courses.compareCourse(deps, await courses.takeSnapshot(file), has('overwrite'))
    if (!(await courses.isCurrent(compared))) {
      if (attempt === maxAttempts) throw new CourseStop({ file, exitCode: 1, message: courses.changedMeanwhile })
      deps.progress('The file, or what is beside it, was changed meanwhile; reading again.')
      continue
    }
    courses.requireNoConflict(compared)
    const settled = await withoutWrite(compared, has)
    if (settled !== null) return settled
    const edited = courses.merged(compared)
    const changes = count(compared.changes.mine, 'change')
    if (has('dry-run')) return resultOf(compared, 0, `Would apply ${changes}; nothing was written.`)
    try {
      return await finish(compared, edited, await write(deps, compared, edited))
    } catch (problem) {
      if (!(problem instanceof PublicApiError)) throw problem
      if (problem.status !== 412 || attempt === maxAttempts) throw atItsPlaces(compared, edited, problem)
      deps.progress('Somebody else was faster; reading again.')
    }
  }
}

async function withoutWrite(compared: Compared, has: (option: string) => boolean): Promise<CourseResult | null> {
  const { file, changes, present } = compared
  const { mine, theirs } = changes
  const ofOthers = `${count(theirs, 'change')} of others`
  if (mine.length === 0 && theirs.length > 0)
    return resultOf(compared, has('exit-code') ? 2 : 0, `Nothing to apply. \`pull\` brings ${ofOthers}.`)
  if (mine.length === 0) {
    if (!has('dry-run')) await writeLastSeen(file, present.settings)
    return resultOf(compared, 0, `Nothing to apply to revision ${present.settings.revision}.`)
  }
  if (theirs.length === 0 || has('merge')) return null
  const message = `Nothing was written, because of ${ofOthers} on different paths. \`--merge\` applies both.`
  return resultOf(compared, 3, message)
}

async function write({ client, progress }: Deps, { file, present }: Compared, edited: Edited): Promise<ReadSettings> {
  const { settings } = edited.source
  const takeBack = await noteBegun(file, { after: present.settings.revision, settings })
  try {
    return await client.putCourseSettings(file.courseId, settings as ReadSettings['settings'], present.etag)
  } catch (problem) {
    if (!(problem instanceof PublicApiError)) throw problem
    if (!isUncertain(problem)) {
      await takeBack()
      throw problem
    }
    progress(`${problem.message} Reading what the service has.`)
    const after = await client.getCourseSettings(file.courseId).catch(() => null)
    if (after !== null && isSameSettings(writablePart(after.settings), settings)) return after
    const message = `Unknown whether the write was stored: ${problem.message} The service does not have these settings now.`
    throw new CourseStop({ file, exitCode: 1, message })
  }
}

/** Whether the write may have been stored. The service says of its own 502 and 503 that nothing was. */
function isUncertain({ status, code }: PublicApiError): boolean {
  return status === null || status < 300 || (status >= 500 && !['aplus_unavailable', 'overloaded'].includes(code))
}

/** The file first, then the document last seen: until then the note says what has begun. */
async function finish(compared: Compared, edited: Edited, present: ReadSettings): Promise<CourseResult> {
  const { file, source, changes } = compared
  const { settings } = present
  const result = (exitCode: 0 | 1, message: string) => resultOf({ ...compared, present }, exitCode, message)
  const applied = `Applied as revision ${settings.revision}: ${count(changes.mine, 'change')}`
  if (edited.splices.length > 0) {
    const isReplaced = await replaceIfUnchanged(file.path, source.text, edited.source.text)
    if (!isReplaced) return result(1, `${applied}. The file was changed meanwhile; \`pull\` brings the others.`)
  }
  if (isSameSettings(writablePart(settings), edited.source.settings)) await writeLastSeen(file, settings)
  const taken = changes.theirs.length > 0 ? `, and ${count(changes.theirs, 'change')} of others taken over` : ''
  return result(0, `${applied}${taken}.`)
}

/** What the service finds wrong, where it stands in the file as it is. */
function atItsPlaces({ file, source }: Compared, edited: Edited, problem: PublicApiError): CourseStop {
  const faults = problem.issues.map(({ path, code, message }) => {
    const offset = offsetOfIssue(edited.source.root, { path, code: String(code) })
    return { path, code: String(code), message, ...placeAt(source.text, offsetBefore(edited.splices, offset)) }
  })
  return new CourseStop({ ...courses.resultOfProblem(file, problem), faults })
}
