import { describe, expect } from 'vitest'
import { refuseBeforeStart } from '../delivery/before-start-queries.ts'
import { recordChangedStandings, recordVerifiedAfter } from '../delivery/standing-queries.ts'
import { anyDocument } from '../feedback/documents-of-student.ts'
import { listGrades } from '../grading/list-grades.ts'
import { findStudent } from '../students/find-student.ts'
import { aHead, aModule, aStudent, refresh } from '../testing/a-reading.ts'
import { findSubmission } from './find-submission.ts'
import { listAttempts } from './list-attempts.ts'
import { selectSubmissions } from './list-submissions.ts'
import { aSubmissionQuery } from './submission-query.fixture.ts'
import { aShownGrade, openGrading, testIn } from '../testing/a-delivery.ts'

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

describe('what is known of a result upstream', () => {
  it('is what was seen since it arrived, and nothing that was seen before', async ({ world }) => {
    const submissionId = await world.registered()
    await world.takeSnapshot('ready', 3, submissionId)
    const lease = await world.leaseOf(await world.complete(submissionId, 'pending'))
    expect(await world.facts(submissionId)).toMatchObject({ isOnItsWay: true, hasArrived: false, seen: null })
    await world.sendLeased(lease, 'delivered', { maxPoints: 30, graderId: null })
    expect(await world.facts(submissionId)).toMatchObject({ isOnItsWay: false, hasArrived: true, seen: null })
    const standing = { grade: 4, gradingTime: '2026-11-20T10:00:00Z', graderId: null }
    await recordVerifiedAfter(world.database, {
      ...lease,
      shown: { status: 'ready', grade: 4, latePenalty: 0.5 },
      standing,
    })
    const first = { status: 'ready', grade: 4, at: expect.stringMatching(/Z$/) }
    expect(await world.facts(submissionId)).toMatchObject({
      seen: first,
      ownGrade: 4,
      latePenalty: 0.5,
      maxPoints: 30,
      standing: 'ours',
    })
    await world.takeSnapshot('unofficial', 5, submissionId)
    expect(await world.facts(submissionId)).toMatchObject({ ownGrade: 4, seen: { status: 'unofficial', grade: 5 } })
  })

  it("is a person's grade there once the send was refused for it, whatever the person here decides", async ({
    world,
  }) => {
    const submissionId = await world.registered()
    const deliveryId = await world.complete(submissionId, 'pending')
    const lease = await world.leaseOf(deliveryId)
    await world.takeSnapshot('ready', 3, submissionId)
    const seen = { grade: 9, gradingTime: '2026-11-20T10:00:00Z', graderId: 101 }
    await refuseBeforeStart(world.database, { ...lease, kind: 'graded_elsewhere', seen, status: null })
    const known = { isGradedThere: true, hasArrived: false, seen: { status: null, grade: 9 }, maxPoints: 10 }
    expect(await world.facts(submissionId)).toMatchObject(known)
    await world.resolve(deliveryId, 'cancelled')
    expect(await world.facts(submissionId)).toMatchObject(known)
    await world.takeSnapshot('ready', 8, submissionId)
    expect(await world.facts(submissionId)).toMatchObject({ ...known, seen: { grade: 8 } })
  })

  it('is of this result and this course alone', async ({ world }) => {
    const submissionId = await world.registered()
    const lease = await world.leaseOf(await world.complete(submissionId, 'pending'))
    await world.sendLeased(lease, 'delivered', { maxPoints: 30, graderId: null })
    await recordVerifiedAfter(world.database, { ...lease, ...aShownGrade })
    const elsewhere = await world.anExercise()
    await refresh(world.frontend, elsewhere.courseId, {
      modules: [aModule(1, [elsewhere.exerciseId])],
      students: [aStudent(501)],
      submissions: [
        { exerciseId: elsewhere.exerciseId, heads: [aHead(submissionId, [501], { status: 'ready', grade: 2 })] },
      ],
    })
    const first = { isOnItsWay: false, hasArrived: true, seen: { grade: 7 }, maxPoints: 30 }
    expect(await world.facts(submissionId)).toMatchObject(first)
    await world.reopen(submissionId)
    const next = await world.leaseOf(await world.complete(submissionId, 'pending'))
    expect(await world.facts(submissionId, 'withdrawn')).toMatchObject(first)
    const second = { isOnItsWay: false, isGradedThere: false, hasArrived: false, seen: null, maxPoints: 10 }
    expect(await world.facts(submissionId)).toMatchObject({ ...second, isOnItsWay: true })
    await world.sendLeased(next, 'refused')
    expect(await world.facts(submissionId)).toMatchObject(second)
  })

  it('is what stands there of a cancelled send that was found, and the present maximum once that changed', async ({
    world,
  }) => {
    const submissionId = await world.registered()
    const lease = await world.leaseOf(await world.complete(submissionId, 'pending'))
    await world.sendLeased(lease, 'ambiguous', { maxPoints: 30, graderId: null })
    await world.resolve(lease.deliveryId, 'cancelled')
    expect(await world.facts(submissionId)).toMatchObject({ hasArrived: false, seen: null })
    await world.owner.query(
      `UPDATE delivery SET upstream_at = now(), upstream_status = 'ready', upstream_grade = 7, verified_after_at = now(),
        after_grade = 7, standing = 'ours' WHERE id = $1`,
      [lease.deliveryId],
    )
    expect(await world.facts(submissionId)).toMatchObject({ hasArrived: true, seen: { grade: 7 }, maxPoints: 30 })
    await recordChangedStandings(world.database, [lease.deliveryId])
    expect(await world.facts(submissionId)).toMatchObject({ hasArrived: true, standing: 'changed', maxPoints: 10 })
  })
})

async function openWorld() {
  const grading = await openGrading()
  const { frontend, courseId } = grading
  const submissionId = await grading.registered()
  const takeSnapshot = (status: string, grade: number, of = submissionId) =>
    refresh(frontend, courseId, {
      modules: [aModule(1, [11, 12])],
      students: [aStudent(501)],
      submissions: [{ exerciseId: 11, heads: [aHead(of, [501], { status, grade })] }],
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
  const facts = async (resultOf: number, which: 'standing' | 'withdrawn' = 'standing') =>
    (
      await grading.client.query<{ facts: unknown }>(
        `SELECT upstream.facts
        FROM completed_result AS of
        CROSS JOIN LATERAL upstream_facts(of.course_id, of.exercise_id, of.submission_id, of.id) AS upstream
        WHERE of.submission_id = $1 AND (of.withdrawn_at IS NULL) = ($2 = 'standing')`,
        [resultOf, which],
      )
    ).rows[0]?.facts
  return { ...grading, submissionId, takeSnapshot, takeUnreadable, shown, facts }
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
