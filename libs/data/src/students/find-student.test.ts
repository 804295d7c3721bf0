import { submissionRestriction } from '@course-grading/domain/submissions/may-read-submission'
import { countedUpstream } from '@course-grading/domain/delivery/counted-upstream'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { anyDocument } from '../feedback/documents-of-student.ts'
import { anyCourse, courseLanguages, openGenerated, userIds } from '../submissions/generated-submissions.fixture.ts'
import { listWorkOfStudent, selectSubmissions, type SubmissionQuery } from '../submissions/list-submissions.ts'
import { aSubmissionQuery } from '../submissions/submission-query.fixture.ts'
import { fullRun } from '../testing/full-run.ts'
import { testIn } from '../testing/test-in.ts'
import { findStudent } from './find-student.ts'
import { selectStudents } from './list-students.ts'

const it = testIn(openWorld)

describe('findStudent, with generated people and submissions', () => {
  it('has the rows of selectSubmissions, newest first, for teachers, graders and the student', async ({ world }) => {
    await fc.assert(
      fc.asyncProperty(anyCourse, async (generated) => {
        const { courseId } = await world.write(generated)
        const restriction = submissionRestriction(generated.grader, courseLanguages)
        for (const userId of userIds.slice(0, 5)) {
          for (const reader of [staff, { ...staff, restriction }, { ...staff, ofStudent: userId }]) {
            const page = await world.pageOf(courseId, userId, reader)
            const rows = await selectSubmissions(world.database, aSubmissionQuery(courseId, { ...reader, userId }))
            expect(
              await listWorkOfStudent(world.database, { ...reader, courseId, userId, findsAnonymous: true, limit: 1 }),
            ).toMatchObject(
              (page?.submissions ?? []).slice(0, 1).map(({ upstream: _, exerciseName: __, ...row }) => row),
            )
            expect(page?.submissions).toEqual(
              (reader.ofStudent === null ? rows.toReversed() : rows).map((row) => ({
                submissionId: row.submissionId,
                exerciseId: row.exerciseId,
                exerciseName: expect.any(String),
                attempt: row.attempt,
                submittedAt: row.submittedAt,
                state: row.state,
                points: row.points,
                maxPoints: row.maxPoints,
                assessmentId: row.assessment?.id ?? null,
                upstream: countedUpstream(row.upstreamFacts, row, reader.ofStudent === null ? 'staff' : 'student'),
              })),
            )
          }
        }
      }),
      { numRuns: fullRun ? 60 : 5 },
    )
  })

  it('has anonymous work only for who is shown it, in rows, time and counts', async ({ world }) => {
    await fc.assert(
      fc.asyncProperty(anyCourse, async (generated) => {
        const { courseId } = await world.write(generated)
        const named = await world.pageOf(courseId, 2, staff)
        await world.owner.query(
          `INSERT INTO exercise_grading (course_id, exercise_id, revision, anonymous, attempts, claim_order, auto_points, release,
            lease_minutes, max_open_claims, notify, updated_at)
          SELECT course_id, exercise_id, 1, TRUE, 'all', 'bands', 'shown', 'manual', 30, 1, TRUE, now()
          FROM manual_grading_exercise WHERE course_id = $1`,
          [courseId],
        )
        expect(await world.pageOf(courseId, 2, staff)).toEqual(named)
        expect(await world.pageOf(courseId, 2, staff, false)).toMatchObject({
          submissions: [],
          lastSubmissionAt: null,
          openWork: 0,
          pointsByExercise: named?.pointsByExercise.map((row) => ({ ...row, points: null })),
        })
      }),
      { numRuns: fullRun ? 20 : 3 },
    )
  })

  it.for([
    ['while all exercises are graded by hand', 0],
    ['once one no longer is', 1],
  ] as const)('does not contradict itself, nor selectStudents, %s', async ([_when, ended], { world }) => {
    await fc.assert(
      fc.asyncProperty(anyCourse, async (generated) => {
        const { courseId } = await world.write(generated)
        await world.owner.query(
          `DELETE FROM manual_grading_exercise WHERE exercise_id IN (
            SELECT exercise_id FROM manual_grading_exercise WHERE course_id = $1 ORDER BY exercise_id LIMIT $2)`,
          [courseId, ended],
        )
        const query = { q: null, tag: null, visibleTo: null, after: null, limit: 10 }
        for (const row of await selectStudents(world.database, courseId, query)) {
          const {
            submissions = [],
            feedback: _,
            pointsByExercise: __,
            left: ___,
            ...page
          } = (await world.pageOf(courseId, row.userId, staff)) ?? {}
          expect(page).toEqual(row)
          expect(row.lastSubmissionAt).toBe(submissions[0]?.submittedAt ?? null)
          expect(row.openWork).toBe(submissions.filter(({ state }) => state === 'waiting').length)
        }
      }),
      { numRuns: fullRun ? 60 : 5 },
    )
  })
})

const staff = { restriction: null, claimer: null, ofStudent: null }

async function openWorld() {
  const generated = await openGenerated()
  const pageOf = (
    courseId: number,
    userId: number,
    reader: Pick<SubmissionQuery, 'restriction' | 'claimer' | 'ofStudent'>,
    seesAnonymous = true,
  ) =>
    findStudent(generated.database, courseId, userId, {
      visibleTo: null,
      reader,
      seesAnonymous,
      documents: anyDocument,
    })
  return { ...generated, pageOf }
}
