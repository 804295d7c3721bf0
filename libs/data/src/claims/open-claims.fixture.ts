import { DomainError } from '@course-grading/domain/errors/domain-error'
import type { RubricDocument } from '@course-grading/domain/rubrics/rubric-document'
import { postpone as postponeHeld } from '../assessments/hand-back.ts'
import { lockAssessment } from '../assessments/lock-assessment.ts'
import { updateRubricDraft } from '../rubrics/rubric-draft-queries.ts'
import { insertRubric } from '../rubrics/rubric-queries.ts'
import { insertRubricVersion } from '../rubrics/rubric-version-queries.ts'
import { takeRefreshLease, releaseRefreshLease } from '../snapshots/refresh-lease-queries.ts'
import { replaceSnapshot } from '../snapshots/replace-snapshot.ts'
import { openGrading } from '../testing/a-delivery.ts'
import { aReading, aStudent } from '../testing/a-reading.ts'
import { testIn } from '../testing/test-in.ts'
import { insertNextClaim, type NextClaim } from './claim-next.ts'
import { insertClaim } from './claim-submission.ts'

/** Opens a test database, with functions that make exercises and claim submissions to them. */
export async function openClaims() {
  const grading = await openGrading()
  const { frontend, owner } = grading
  type Here = Awaited<ReturnType<typeof grading.anExercise>>
  let lastUserId = 10_000

  /** A registered submission, of a person who handed in nothing else unless the change says so. */
  const aSubmission = (here: Here, change: Parameters<typeof grading.registered>[0] = {}) => {
    lastUserId += 1
    return grading.registered({ ...here, submitterIds: [lastUserId], ...change })
  }
  const ofGrader = (here: Here, graderId: number, change: Partial<NextClaim> = {}): NextClaim => ({
    ...here,
    graderId,
    courseLanguages: ['fi', 'en'],
    order: 'bands',
    restriction: null,
    ...change,
  })
  const next = (here: Here, graderId: number, change: Partial<NextClaim> = {}, database = frontend) =>
    database.transaction((tx) => insertNextClaim(tx, ofGrader(here, graderId, change)))
  /** The submission that a grader gets, or why there is none. */
  const nextId = async (...of: Parameters<typeof next>) => {
    const claimed = await next(...of).catch((error: unknown) => {
      if (error instanceof DomainError) return { outcome: error.code }
      throw error
    })
    return 'assessment' in claimed ? claimed.assessment.submissionId : claimed.outcome
  }
  /** What one grader gets, one after the other, until nothing is left. Afterwards the claims end. */
  const takeAll = async (here: Here, graderId: number, change: Partial<NextClaim> = {}) => {
    const ids: number[] = []
    for (;;) {
      const id = await nextId(here, graderId, change)
      if (typeof id !== 'number') break
      ids.push(id)
      await save(id)
    }
    await owner.query(
      "UPDATE assessment SET lease_until = lease_until - interval '1 day' WHERE exercise_id = $1 AND holder_id IS NOT NULL",
      [here.exerciseId],
    )
    return ids
  }
  /** What twelve graders at the same time get, sorted. */
  const takeTogether = async (here: Here, change: Partial<NextClaim> = {}) => {
    const taken: number[] = []
    const grade = async (graderId: number) => {
      for (let misses = 0; misses < 3;) {
        const id = await nextId(here, graderId, change)
        if (typeof id === 'number') {
          taken.push(id)
          await save(id)
        } else misses += 1
      }
    }
    await Promise.all(Array.from({ length: 6 }, (_, index) => grade(200 + index)))
    return taken.toSorted()
  }
  const claim = (here: Here, graderId: number, submissionId: number) =>
    frontend.transaction((tx) => insertClaim(tx, { ...ofGrader(here, graderId), submissionId }))
  /** Ends the claim of a submission, as if its lease had run out. */
  const lapse = (submissionId: number) =>
    owner.query("UPDATE assessment SET lease_until = now() - interval '1 second' WHERE submission_id = $1", [
      submissionId,
    ])
  /** Changes the row of the assessment as a save would. */
  const save = (submissionId: number, change = 'scores = \'{"points":{"points":3}}\'') =>
    owner.query(
      `UPDATE assessment SET ${change}, revision = revision + 1, is_offered = FALSE, saved_at = now(), grader_id = coalesce(holder_id, grader_id)
      WHERE submission_id = $1`,
      [submissionId],
    )
  const postpone = (graderId: number, submissionId: number) =>
    frontend.transaction(async (tx) => {
      const row = await grading.one('SELECT id FROM assessment WHERE submission_id = $1', [submissionId])
      const found = await lockAssessment(tx, String(row?.['id']))
      if (found !== null) await postponeHeld(tx, found, { note: 'Later.', userId: graderId })
    })
  const historyOf = async (submissionId: number) =>
    (
      await owner.query<{ event: string; by: number; from: number; to: number }>(
        `SELECT event, by_user_id::float8 AS by, from_revision AS from, to_revision AS to
        FROM assessment_event JOIN assessment ON assessment.id = assessment_id WHERE submission_id = $1 ORDER BY assessment_event.id`,
        [submissionId],
      )
    ).rows.map(({ event, by, from, to }) => `${event} by ${by} ${from}→${to}`)
  /** A rubric with two published versions. `document` is the second one. */
  async function aRubric({ courseId }: Here, document: Partial<RubricDocument>): Promise<string> {
    const whole = { title: { en: 'R' }, maxPoints: 10, startingPoints: 0, rounding: 'none', criteria: [], ...document }
    const first = JSON.stringify({ ...whole, startingPoints: 0, maxPoints: 1 })
    const { rubricId } = await insertRubric(frontend, { courseId, draft: first })
    const publish = (expectedRevision: number) =>
      insertRubricVersion(frontend, { rubricId, expectedRevision, structureChanged: true, userId: 101 })
    await publish(1)
    await updateRubricDraft(frontend, { rubricId, expectedRevision: 2, draft: JSON.stringify(whole) })
    await publish(3)
    return rubricId
  }
  /** Puts people with tags on the roster. */
  async function enrol({ courseId }: Here, tags: Readonly<Record<number, readonly string[]>>): Promise<void> {
    const lease = { courseId, holder: crypto.randomUUID() }
    if (!(await takeRefreshLease(frontend, { ...lease, leaseS: 60 }))) throw new Error('somebody refreshes')
    const students = Object.entries(tags).map(([userId, tagSlugs]) =>
      aStudent(Number(userId), { tagSlugs: [...tagSlugs] }),
    )
    await frontend.transaction((tx) => replaceSnapshot(tx, lease, aReading({ students })))
    await releaseRefreshLease(frontend, lease)
  }
  return {
    ...grading,
    aRubric,
    aSubmission,
    ofGrader,
    next,
    nextId,
    takeAll,
    takeTogether,
    claim,
    lapse,
    save,
    postpone,
    historyOf,
    enrol,
  }
}

export const it = testIn(openClaims)
export { testIn }
