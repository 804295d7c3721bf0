import { describe, expect } from 'vitest'
import { recordVerifiedAfter } from '../delivery/standing-queries.ts'
import { anyDocument } from '../feedback/documents-of-student.ts'
import { listGrades } from '../grading/list-grades.ts'
import { findStudent } from '../students/find-student.ts'
import { aHead, aModule, aStudent, refresh } from '../testing/a-reading.ts'
import { findSubmission } from './find-submission.ts'
import { listAttempts } from './list-attempts.ts'
import { selectSubmissions } from './list-submissions.ts'
import { aSubmissionQuery } from './submission-query.fixture.ts'
import { openGrading, testIn } from '../testing/a-delivery.ts'

const it = testIn(openWorld)

describe('status and grade upstream, wherever they are shown', () => {
  it('are those of the snapshot, then what was seen after a delivery, until a newer reading', async ({ world }) => {
    await world.takeSnapshot('waiting', 0)
    expect(await world.shown()).toEqual(everywhere({ status: 'waiting', grade: 0 }, null))
    const lease = await world.leaseOf(await world.complete(world.submissionId, 'pending'))
    await world.sendLeased(lease, 'delivered')
    const standing = { grade: 7, gradingTime: '2026-11-20T10:00:00Z', graderId: null }
    await recordVerifiedAfter(world.database, {
      ...lease,
      shown: { status: 'ready', grade: 7, latePenalty: null },
      standing,
    })
    expect(await world.shown()).toEqual(everywhere({ status: 'ready', grade: 7 }))
    await world.reopen(world.submissionId)
    await world.complete(world.submissionId, 'held')
    expect(await world.shown()).toEqual(everywhere({ status: 'ready', grade: 7 }))
    // Snapshots whose list could not be read keep what is older.
    for (let nth = 0; nth < 2; nth += 1) await world.takeUnreadable()
    expect(await world.shown()).toEqual(everywhere({ status: 'ready', grade: 7 }))
    await world.takeSnapshot('ready', 9)
    expect(await world.shown()).toEqual(everywhere({ status: 'ready', grade: 9 }))
  })
})

async function openWorld() {
  const grading = await openGrading()
  const { frontend, courseId } = grading
  const submissionId = await grading.registered()
  const takeSnapshot = (status: string, grade: number) =>
    refresh(frontend, courseId, {
      modules: [aModule(1, [11, 12])],
      students: [aStudent(501)],
      submissions: [{ exerciseId: 11, heads: [aHead(submissionId, [501], { status, grade })] }],
    })
  const takeUnreadable = () =>
    refresh(frontend, courseId, {
      modules: [aModule(1, [11, 12])],
      students: [aStudent(501)],
      submissions: [{ exerciseId: 11, heads: null }],
    })
  /** What each reply says of status and grade upstream. */
  async function shown(): Promise<Record<string, unknown>> {
    const reader = { restriction: null, claimer: null, ofStudent: null }
    const staff = { visibleTo: null, reader, seesAnonymous: true, documents: anyDocument }
    const attempts = { submitterIds: [501], restriction: null, claimer: null, isNamed: true, reader: 'staff' } as const
    const page = await findStudent(frontend, courseId, 501, staff)
    const [row] = await selectSubmissions(frontend, aSubmissionQuery(courseId))
    const [attempt] = await listAttempts(frontend, { courseId, exerciseId: 11, ...attempts })
    const grades = []
    for await (const part of listGrades(frontend, { courseId, exerciseId: 11 })) grades.push(...part)
    return {
      listSubmissions: row?.upstream,
      getSubmission: (await findSubmission(frontend, { submissionId, userId: 101 }))?.submission.upstream,
      attempts: attempt?.upstream,
      getStudent: page?.pointsByExercise[0]?.points,
      exportGrades: { status: grades[0]?.upstreamStatus, grade: grades[0]?.upstreamGrade },
    }
  }
  return { ...grading, submissionId, takeSnapshot, takeUnreadable, shown }
}

/** The page of a student has the grade of what is ready. */
const everywhere = (
  seen: { readonly status: string; readonly grade: number },
  ofStudent: number | null = seen.grade,
) => ({
  listSubmissions: seen,
  getSubmission: seen,
  attempts: seen,
  getStudent: ofStudent,
  exportGrades: seen,
})
