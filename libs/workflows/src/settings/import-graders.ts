import type { Database } from '@course-grading/data/db/database'
import type { StoredCourseSettings } from '@course-grading/data/settings/stored-course-settings'
import { DomainError, type Issue } from '@course-grading/domain/errors/domain-error'
import type { CourseSettings, Grader } from '@course-grading/domain/settings/course-settings'
import { sizeIssues } from '@course-grading/domain/settings/document-size'
import type { GraderRow } from '@course-grading/domain/settings/grader-rows'
import {
  type FoundGrader,
  foundGraderIssues,
  graderRowIssues,
  graderRowStaffIssues,
  planGraders,
} from '@course-grading/domain/settings/plan-graders'
import type { Upstream, UpstreamCall } from '@course-grading/upstream'
import { type CheckedStaff, checkGraderStaff } from './check-grader-staff.ts'
import { lookUpPeopleByAddress } from './look-up-people.ts'
import { readGradersCsv } from './read-graders-csv.ts'
import { writeCourseSettings } from './write-course-settings.ts'

interface ImportGraders {
  readonly current: StoredCourseSettings
  readonly expectedRevision: number
  readonly csv: Uint8Array
  readonly dryRun: boolean
  /** Whether a file without a row may remove all graders. */
  readonly allowEmpty: boolean
  readonly userId: number
  readonly upstreamCall: UpstreamCall
}

interface ImportedGraders {
  /** The course's revision after the import; after a dry run, the revision that it already had. */
  readonly revision: number
  readonly graders: readonly Grader[]
  readonly dryRun: boolean
}

/** Checks the file (`invalid_csv`, `validation_failed`), then the revision (`revision_conflict`), then the rows (`validation_failed`). */
export async function importGraders(
  { database, upstream }: { database: Database; upstream: Upstream },
  request: ImportGraders,
): Promise<ImportedGraders> {
  const { current, expectedRevision, dryRun, upstreamCall } = request
  const reading = readGradersCsv(request.csv)
  if (!reading.ok) throw new DomainError(reading.code, reading)
  if (reading.rows.length === 0 && !request.allowEmpty) throw validationFailed([noGrader])
  if (current.revision !== expectedRevision) throw new DomainError('revision_conflict')

  const settings = JSON.parse(current.document) as CourseSettings
  const { graders, names } = await resolveRows(upstream, upstreamCall, settings, reading.rows)
  const next = planGraders(settings, graders)
  const document = JSON.stringify(next)
  const issues = sizeIssues(document)
  if (issues.length > 0) throw new DomainError('validation_failed', { issues })
  if (dryRun) return { revision: current.revision, graders: next.graders, dryRun }

  // After the time limit, or when the caller has left, no write may begin.
  if (upstreamCall.signal?.aborted) throw new DomainError('upstream_unavailable')
  const { revision } = await writeCourseSettings(database, {
    courseId: current.courseId,
    expectedRevision,
    document,
    userId: request.userId,
    boundary: 'frontend',
    operation: 'importGraders',
    staffNames: names,
    changesClaims: false,
  })
  return { revision, graders: next.graders, dryRun }
}

/** If the platform fails, throws the issues found before, or without any the platform's error. */
async function resolveRows(
  upstream: Upstream,
  call: UpstreamCall,
  settings: CourseSettings,
  rows: readonly GraderRow[],
): Promise<{ readonly graders: readonly Grader[]; readonly names: CheckedStaff['names'] }> {
  const issues = graderRowIssues(settings, rows)
  const found = await findGraders(upstream, call, rows).catch((error: unknown) => {
    throw issues.length > 0 && error instanceof DomainError ? validationFailed(issues) : error
  })
  issues.push(...foundGraderIssues(found))
  const userIds = [...new Set(found.filter((person) => typeof person === 'number'))]
  const { issues: all, names } = await checkGraderStaff(upstream, call, settings.courseId, {
    userIds,
    issues,
    issuesOf: (lookUps) => graderRowStaffIssues(found, lookUps),
  })
  if (all.length > 0) throw validationFailed(all)
  const graders = rows.flatMap(({ name: _name, ...grader }, index) => {
    const userId = found[index]
    return typeof userId === 'number' ? [{ userId, ...grader }] : []
  })
  return { graders, names }
}

const noGrader: Issue = {
  path: '$.rows',
  code: 'too_short',
  message: 'The file has no grader, so that it would take all out. With allowEmpty=true it does.',
}

function validationFailed(issues: readonly Issue[]): DomainError {
  return new DomainError('validation_failed', { issues })
}

async function findGraders(upstream: Upstream, call: UpstreamCall, rows: readonly GraderRow[]): Promise<FoundGrader[]> {
  const addresses = rows.flatMap(({ name }) => ('email' in name ? [name.email] : []))
  const people = await lookUpPeopleByAddress(upstream, call, addresses)
  return rows.map(({ name }) => {
    if ('userId' in name) return name.userId
    const [userId, ...others] = people.get(name.email) ?? []
    return userId === undefined ? 'nobody' : others.length > 0 ? 'several' : userId
  })
}
