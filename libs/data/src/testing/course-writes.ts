import { randomBytes, randomUUID } from 'node:crypto'
import { upsertCapability } from '../capabilities/register-capability.ts'
import type { Tx } from '../db/db.ts'
import { markGradesReleased } from '../grading/release-grades.ts'
import { disownResults } from '../people/disown-results.ts'
import { erasePerson } from '../people/erase-person.ts'
import { eraseEndedRoster } from '../retention/erase-ended-roster.ts'
import {
  beginRubricMigration,
  finishRubricMigration,
  insertMigrationRows,
  listAssessmentsToMigrate,
} from '../rubrics/plan-migration.ts'
import { migrateAssessments } from '../rubrics/run-migration.ts'
import { takeRefreshLease } from '../snapshots/refresh-lease-queries.ts'
import { replaceSnapshot } from '../snapshots/replace-snapshot.ts'
import { insertAliases } from '../students/insert-aliases.ts'
import { decideForExercises } from '../submissions/decide-superseded.ts'
import { aHead, aModule, aReading, aStudent } from './a-reading.ts'
import type { LargeCourse } from './many-courses.ts'

export type CourseWrite = (tx: Tx, here: LargeCourse) => Promise<unknown>

/** Every write that chooses among a course's people and work, by operation. */
export const courseWrites: Readonly<Record<string, CourseWrite>> = {
  releaseGrades: (tx, { courseId, exerciseIds }) =>
    markGradesReleased(tx, {
      courseId,
      exerciseId: exerciseIds[1]!,
      assessmentIds: null,
      isDue: false,
      byUserId: 101,
    }),
  eraseStudentData: (tx, { courseId, userId }) => erasePerson(tx, { courseId, userId, byUserId: 101 }),
  'the retention of results without submitters': (tx, { courseId }) => disownResults(tx, courseId),
  'the retention of ended courses': (tx, { courseId }) => eraseEndedRoster(tx, { courseId, days: 30 }),
  'putExerciseGrading, which attempt counts': (tx, { courseId, exerciseIds }) =>
    decideForExercises(tx, { courseId, exerciseIds: exerciseIds.slice(0, 1) }),
  'putExerciseGrading, the aliases': (tx, { courseId, exerciseIds }) => insertAliases(tx, courseId, exerciseIds[9]!),
  runRubricMigration: async (tx, { rubricId, courseId }) => {
    const request = { rubricId, toVersion: 2, exerciseId: null, include: ['in_progress', 'completed'] as const }
    const { migrationId } = (await beginRubricMigration(tx, { ...request, byUserId: 101 }))!
    const { work } = await listAssessmentsToMigrate(tx, request, { after: null, maxRows: 500, maxBytes: 4_000_000 })
    await insertMigrationRows(tx, { migrationId, courseId }, JSON.stringify(JSON.parse(work!).map(plannedRow)))
    await finishRubricMigration(tx, migrationId)
    await migrateAssessments(tx, { migrationId, rubricId, courseId, byUserId: 101 })
  },
  refreshSnapshot: async (tx, here) => {
    const lease = { courseId: here.courseId, holder: randomUUID() }
    await takeRefreshLease(tx, { ...lease, leaseS: 60 })
    await replaceSnapshot(tx, lease, readingOf(here))
  },
}

/** The same for the role of manual-grading. */
export const gradingWrites: Readonly<Record<string, CourseWrite>> = {
  registerCapability: (tx, { courseId, exerciseIds, base, userId, submissionId }) =>
    upsertCapability(tx, {
      courseId,
      exerciseId: exerciseIds[(submissionId - base) % 10]!,
      submissionId: submissionId + 900_000,
      sealedUrl: randomBytes(40),
      keyId: 'k-1',
      originDigest: randomBytes(16),
      maxPoints: 10,
      submitterIds: [userId],
      submittedAt: '2026-11-01T10:00:00.000Z',
      language: 'fi',
      attempt: 2,
      autoPoints: null,
      fixture: false,
      ttlDays: 180,
      settleS: 0,
    }),
}

interface AssessmentToMigrate {
  readonly id: string
  readonly submissionId: number
  readonly revision: number
  readonly resultId: string | null
  readonly fromVersion: number
}

const plannedRow = ({ id, submissionId, revision, resultId, fromVersion }: AssessmentToMigrate) => ({
  assessmentId: id,
  submissionId,
  revision,
  resultId,
  fromVersion,
  effect: resultId === null ? 'scores' : 'result',
  pointsBefore: 5,
  pointsAfter: 6,
  maxPointsBefore: 10,
  maxPoints: 10,
  shownChanged: true,
  scores: {},
  changedCriteria: [],
  dropped: [],
  droppedCount: 0,
  feedbackHtml: resultId === null ? null : '',
  payload: resultId === null ? null : {},
})

/** As the course was, but for one student and one submission that are new. */
function readingOf({ base, exerciseIds, size }: LargeCourse) {
  const students = Array.from({ length: size.students + 1 }, (_, index) => aStudent(base + 1 + index))
  const submissions = exerciseIds.map((exerciseId, index) => ({
    exerciseId,
    heads: Array.from({ length: size.submissions / 10 }, (_, nth) =>
      aHead(base + index + 10 * nth, [base + 1 + ((index * 7 + nth) % size.students)]),
    ),
  }))
  return aReading({ modules: [aModule(base + 1, exerciseIds)], students, submissions })
}
