import { DomainError } from '@course-grading/domain/errors/domain-error'
import type { CourseSettings } from '@course-grading/domain/settings/course-settings'
import type { SnapshotReading } from '@course-grading/domain/snapshots/snapshot-reading'
import {
  fetchCourse,
  fetchIdentity,
  fetchModules,
  listStudents,
  listSubmissionHeads,
  listUserTags,
  type Upstream,
  type UpstreamCall,
  UpstreamError,
  type UserTag,
} from '@course-grading/upstream'
import pMap from 'p-map'
import { readDetails } from './read-details.ts'

/** Max pages of the roster. Of 500 pages in all, the others are for tags, and one for each other list. */
const maxRosterPages = 440
/** Large lists are expensive for the learning platform. */
const bulkCallsAtOnce = 2

export interface ReadCourse {
  readonly settings: Pick<CourseSettings, 'courseId' | 'manualGradingExercises'>
  /** Only teachers are shown tags. */
  readonly seenBy: SnapshotReading['seenBy']
  readonly upstreamCall: UpstreamCall
  readonly assessedExercises: readonly number[]
}

/** `heads` is null for submissions that A+ cannot list. Throws `forbidden` if the role `seenBy` was lost, which cuts the roster. */
export async function readCourse(
  upstream: Upstream,
  { settings, seenBy, upstreamCall, assessedExercises }: ReadCourse,
): Promise<SnapshotReading> {
  const stop = new AbortController()
  const signal = upstreamCall.signal ? AbortSignal.any([upstreamCall.signal, stop.signal]) : stop.signal
  const call = { ...upstreamCall, signal }
  const { courseId, manualGradingExercises } = settings
  try {
    const [{ visibleToStudents, endsAt }, modules] = await Promise.all([
      fetchCourse(upstream, call, courseId),
      fetchModules(upstream, call, courseId),
    ])
    const listed = new Set(modules.flatMap(({ exercises }) => exercises.map(({ exerciseId }) => exerciseId)))
    const submissions = await pMap(
      manualGradingExercises.filter((exerciseId) => listed.has(exerciseId)),
      async (exerciseId) => ({
        exerciseId,
        heads: (await listSubmissionHeads(upstream, call, courseId, exerciseId))?.heads ?? null,
      }),
      { concurrency: bulkCallsAtOnce },
    )
    // Read after the heads, which lack the submissions of those who have left: nobody who left before may be on the roster.
    const roster = await listStudents(upstream, call, courseId, { maxPages: maxRosterPages })
    const details = await readDetails(upstream, call, {
      exerciseIds: [...new Set([...manualGradingExercises, ...assessedExercises])],
      listed,
    })
    const gone = new Set(details.flatMap(({ exerciseId, state }) => (state === 'gone' ? [exerciseId] : [])))
    // This is the last call. A person who still has the role now had it during all earlier calls.
    const tags =
      seenBy === 'teacher'
        ? await tagsForTeacher(upstream, call, courseId)
        : await noneForStaff(upstream, call, courseId)
    return {
      seenBy,
      // The list of an exercise that was deleted meanwhile may be empty.
      submissions: submissions.filter(({ exerciseId }) => !gone.has(exerciseId)),
      goneExercises: manualGradingExercises.filter((exerciseId) => gone.has(exerciseId)),
      details,
      visible: visibleToStudents,
      endsAt,
      modules: modules.map(moduleOf),
      tags:
        tags?.map(({ slug, name, description, color, fontWhite }) => ({ slug, name, description, color, fontWhite })) ??
        null,
      students: roster.students,
      rosterIsSteady: roster.isSteady,
    }
  } catch (error) {
    stop.abort()
    throw error
  }
}

type UpstreamModule = Awaited<ReturnType<typeof fetchModules>>[number]

function moduleOf({
  moduleId,
  displayName,
  isOpen,
  isHidden,
  exercises,
}: UpstreamModule): SnapshotReading['modules'][number] {
  return {
    moduleId,
    name: displayName,
    open: isOpen,
    hidden: isHidden,
    exercises: exercises.map(({ exerciseId, displayName: name, maxPoints }) => ({ exerciseId, name, maxPoints })),
  }
}

async function tagsForTeacher(upstream: Upstream, call: UpstreamCall, courseId: number): Promise<UserTag[]> {
  try {
    return await listUserTags(upstream, call, courseId)
  } catch (error) {
    if (error instanceof UpstreamError && error.code === 'upstream_rejected') throw new DomainError('forbidden')
    throw error
  }
}

/** Returns no tags once the learning platform has confirmed that the caller is staff of the course now. */
async function noneForStaff(upstream: Upstream, call: UpstreamCall, courseId: number): Promise<null> {
  const { staffCourses } = await fetchIdentity(upstream, call)
  if (!staffCourses.some((course) => course.courseId === courseId)) throw new DomainError('forbidden')
  return null
}
