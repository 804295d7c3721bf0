import { type ApiIssue, PublicApiError, type ReadSettings } from '@course-grading/public-client'
import { exitCodeOf } from '../command-line/exit-codes.ts'
import { writablePart } from '../comparison/leaves.ts'
import { isSameSettings } from '../comparison/three-way.ts'
import { type CourseFile, readBytes, replaceFile } from '../store/course-files.ts'
import { clearBegun, markBegun, writeLastSeen } from '../store/last-seen.ts'
import { editSettings } from '../yaml/edit-settings.ts'
import { type Fault, offsetOfIssue, placeAt, type SettingsText } from '../yaml/read-settings.ts'
import { offsetBefore, type Splice } from '../yaml/splices.ts'
import { type Compared, compareCourse, conflicting, type Deps, invalid, readCourseFile } from './compare-course.ts'
import { changesOf, count, type CourseResult } from './course-result.ts'

const maxAttempts = 3

export interface ApplyOptions {
  readonly merge?: boolean
  readonly overwrite?: boolean
  readonly dryRun?: boolean
  readonly exitCode?: boolean
}

/** Writes the changes of a file to the service, unless somebody else changed the same. */
export async function apply(deps: Deps, file: CourseFile, options: ApplyOptions): Promise<CourseResult> {
  const reading = await readCourseFile(file)
  if ('result' in reading) return reading.result
  for (let attempt = 1; ; attempt += 1) {
    const compared = await compareCourse(deps, file, reading.source, options.overwrite)
    const settled = await withoutWrite(file, compared, options)
    if (settled !== null) return settled
    const edited = editSettings(reading.source, compared.comparison.merged)
    if ('faults' in edited) return invalid(file, edited.faults)
    if (options.dryRun === true) return wouldApply(file, compared)
    try {
      return await write(deps, file, compared, edited)
    } catch (problem) {
      if (!(problem instanceof PublicApiError)) throw problem
      if (problem.status !== 412 || attempt === maxAttempts) return refusal(file, problem, edited, reading.source)
      deps.progress('Somebody else was faster; reading again.')
    }
  }
}

/** The result where there is nothing to write, or where it must not be written. */
async function withoutWrite(file: CourseFile, compared: Compared, options: ApplyOptions): Promise<CourseResult | null> {
  const { mine, theirs, conflicts } = compared.comparison
  const { settings } = compared.present
  const changes = changesOf(compared.comparison)
  if (conflicts.length > 0) return conflicting(file, compared)
  if (mine.length === 0 && theirs.length === 0) {
    if (options.dryRun !== true) await writeLastSeen(file, settings)
    return {
      file,
      exitCode: 0,
      message: `Nothing to apply; the service has revision ${settings.revision}.`,
      revision: settings.revision,
    }
  }
  if (mine.length === 0) {
    const message = `Nothing to apply. Others made ${count(theirs, 'change')}; \`pull\` brings them into the file.`
    return { file, exitCode: options.exitCode === true ? 2 : 0, message, ...changes }
  }
  if (theirs.length === 0 || options.merge === true) return null
  const message = `The file and somebody else changed different paths. Nothing was written; \`--merge\` applies both.`
  return { file, exitCode: 3, message, ...changes }
}

interface Edited {
  readonly source: SettingsText
  readonly splices: readonly Splice[]
}

async function write(deps: Deps, file: CourseFile, compared: Compared, edited: Edited): Promise<CourseResult> {
  const sent = edited.source.settings
  const { settings: before, etag } = compared.present
  // Whoever interrupts this leaves a note, with which the next run takes no change of others for the file's own.
  await markBegun(file, before.revision, sent)
  let written: ReadSettings
  try {
    written = await deps.client.putCourseSettings(file.courseId, sent as ReadSettings['settings'], etag)
  } catch (problem) {
    if (!(problem instanceof PublicApiError)) throw problem
    if (!isUncertain(problem)) {
      await clearBegun(file)
      throw problem
    }
    deps.progress(`${problem.detail} Reading what the service has.`)
    const after = await deps.client.getCourseSettings(file.courseId).catch(() => null)
    if (after === null || !isSameSettings(writablePart(after.settings), sent)) return unknown(file, problem)
    written = after
  }
  return finish(file, compared, edited, written)
}

/** The file first: with the document last seen of before, and the note, nothing is lost if this is interrupted. */
async function finish(
  file: CourseFile,
  compared: Compared,
  edited: Edited,
  written: ReadSettings,
): Promise<CourseResult> {
  const { mine, theirs } = compared.comparison
  const { settings } = written
  const result = { file, revision: settings.revision, ...changesOf(compared.comparison) }
  if (edited.splices.length > 0) {
    const now = new TextDecoder('utf-8', { ignoreBOM: true }).decode((await readBytes(file.path)) ?? new Uint8Array())
    if (now !== compared.source.text) {
      const message = `Applied as revision ${settings.revision}, but the file was changed meanwhile; \`pull\` brings the changes of others.`
      return { ...result, exitCode: 1, message }
    }
    await replaceFile(file.path, edited.source.text)
  }
  if (isSameSettings(writablePart(settings), edited.source.settings)) await writeLastSeen(file, settings)
  const merged = theirs.length > 0 ? `, and ${count(theirs, 'change')} of others taken over` : ''
  return {
    ...result,
    exitCode: 0,
    message: `Applied as revision ${settings.revision}: ${count(mine, 'change')}${merged}.`,
  }
}

/** Whether the write may have been stored. The service says of its own 502 and 503 that nothing was. */
function isUncertain({ status, code }: PublicApiError): boolean {
  if (status === null || status < 300) return true
  return status >= 500 && !['aplus_unavailable', 'overloaded'].includes(code)
}

function unknown(file: CourseFile, { detail }: PublicApiError): CourseResult {
  const message = `Unknown whether the write was stored: ${detail} The service has other settings than the file now.`
  return { file, exitCode: 1, message }
}

function wouldApply(file: CourseFile, { comparison }: Compared): CourseResult {
  const message = `Would apply ${count(comparison.mine, 'change')}; nothing was written.`
  return { file, exitCode: 0, message, ...changesOf(comparison) }
}

function refusal(file: CourseFile, problem: PublicApiError, edited: Edited, source: SettingsText): CourseResult {
  const place = (issue: ApiIssue): Fault => {
    const offset = offsetBefore(edited.splices, offsetOfIssue(edited.source.root, issue))
    return { ...issue, code: String(issue.code), ...placeAt(source.text, offset) }
  }
  return refusedByService(file, problem, problem.issues.map(place))
}

/** The result of a request that did not succeed. */
export function refusedByService(
  file: CourseFile,
  problem: PublicApiError,
  faults: readonly Fault[] = [],
): CourseResult {
  const { code, detail, requestId } = problem
  return {
    file,
    exitCode: exitCodeOf(problem),
    message: `${code}: ${detail}`,
    ...(requestId === null ? {} : { requestId }),
    ...(faults.length > 0 ? { faults } : {}),
  }
}
