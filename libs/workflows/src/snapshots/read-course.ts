import type { CourseSettings, SnapshotReading } from '@course-grading/domain'
import {
  fetchCourse, fetchModules, listStudents, listSubmissionHeads, listUserTags, type Upstream, type UpstreamCall,
} from '@course-grading/upstream'
import pMap from 'p-map'

/** Of 500 pages in all, what the roster may take; the rest is for tags, and one for each other answer. */
const mostRosterPages = 440
/** Bulk answers are expensive for the learning platform. */
const bulkCallsAtOnce = 2

export interface ReadCourse {
  readonly settings: Pick<CourseSettings, 'courseId' | 'manualGradingExercises'>
  /** Whose token it is: only teachers are shown tags. */
  readonly seenBy: SnapshotReading['seenBy']
  readonly upstreamCall: UpstreamCall
}

/** Reads a course from the learning platform, all or nothing: any call that fails ends the whole. */
export async function readCourse(upstream: Upstream, { settings, seenBy, upstreamCall }: ReadCourse): Promise<SnapshotReading> {
  const stop = new AbortController()
  const signal = upstreamCall.signal ? AbortSignal.any([upstreamCall.signal, stop.signal]) : stop.signal
  const call = { ...upstreamCall, signal }
  const { courseId, manualGradingExercises } = settings
  try {
    const [{ visibleToStudents }, modules, tags, roster] = await Promise.all([
      fetchCourse(upstream, call, courseId),
      fetchModules(upstream, call, courseId),
      seenBy === 'teacher' ? listUserTags(upstream, call, courseId) : null,
      listStudents(upstream, call, courseId, { maxPages: mostRosterPages }),
    ])
    const shown = new Set(modules.flatMap(({ exercises }) => exercises.map(({ exerciseId }) => exerciseId)))
    const submissions = await pMap(
      manualGradingExercises.filter((exerciseId) => shown.has(exerciseId)),
      async (exerciseId) => ({ exerciseId, heads: (await listSubmissionHeads(upstream, call, courseId, exerciseId)).heads }),
      { concurrency: bulkCallsAtOnce },
    )
    return {
      seenBy, submissions,
      visible: visibleToStudents,
      modules: modules.map(({ moduleId, displayName, isOpen, isHidden, exercises }) => ({
        moduleId, name: displayName, open: isOpen, hidden: isHidden,
        exercises: exercises.map(({ exerciseId, displayName: name, maxPoints }) => ({ exerciseId, name, maxPoints })),
      })),
      tags: tags?.map(({ slug, name, description, color, fontWhite }) => ({ slug, name, description, color, fontWhite })) ?? null,
      students: roster.students,
      rosterIsSteady: roster.isSteady,
    }
  } catch (error) {
    // The other calls of this reading have no use any more.
    stop.abort()
    throw error
  }
}
