import { createDatabase } from '@course-grading/data/db/database'
import { registerSubmission } from '@course-grading/test-kit'
import { text } from 'node:stream/consumers'
import { expect } from 'vitest'
import { type asPerson, refusalOf } from './frontend-story-calls.ts'

/** A teacher of course 11 grades a submission to exercise 1104, from the queue to a completed assessment, and reopens it. */
export async function gradeSubmission(mine: ReturnType<typeof asPerson>, manualGradingUrl: string): Promise<void> {
  const submissionId = 70_100
  await register(manualGradingUrl, submissionId)
  const course = { courseId: 11 }
  const exercise = { ...course, exerciseId: 1104 }
  expect((await mine.listQueues({ params: course })).body.items).toMatchObject([{ exerciseId: 1103 }, { waiting: 1 }])
  const offered = await mine.claimNext({ params: exercise })
  const params = { id: offered.status === 204 ? '' : offered.body.id }
  expect((await mine.claimSubmission({ params: { submissionId } })).status).toBe(200)
  expect((await mine.listMyClaims()).body.items).toHaveLength(1)
  expect((await mine.listOpenClaims({ params: course })).body.items).toHaveLength(1)
  const { graders } = (await mine.getGradingProgress({ params: course, query: { exerciseId: 1104 } })).body
  expect(graders.map(({ person, holds }) => [person.userId, holds])).toContainEqual([101, 1])

  const read = await mine.getAssessment({ params })
  const body = { scores: { points: { points: 7.5, comment: 'Well done.' } } }
  const saved = await mine.patchAssessment({ params, body, ifMatch: read.etag })
  const other = { scores: { points: { points: 8, comment: 'Well done, too.' } } }
  const refused = await refusalOf(mine.patchAssessment({ params, query: { base: 1 }, body: other }))
  expect([refused.code, refused.etag]).toEqual(['merge_conflict', saved.etag])
  const parked = await mine.listParkedDrafts({ query: { assessmentId: params.id } })
  const draft = { id: parked.body.items[0]?.id ?? '' }
  expect((await mine.getParkedDraft({ params: draft })).body.content).toEqual(other)
  expect((await mine.deleteParkedDraft({ params: draft })).status).toBe(204)

  expect((await mine.extendClaim({ params })).assessmentRevision).toBe(2)
  await mine.postponeAssessment({ params, body: { note: 'After lunch.' } })
  expect((await mine.takeOverClaim({ params })).body.postponed?.note).toBe('After lunch.')
  await mine.releaseClaim({ params })
  await mine.takeOverClaim({ params })
  const completed = await mine.completeAssessment({ params, ifMatch: saved.etag })
  expect(completed.body).toMatchObject({ state: 'completed', points: 7.5, delivery: { state: 'held' } })
  const released = await mine.releaseGrades({ params: exercise, body: { assessmentIds: [params.id] } })
  expect(released.body).toEqual({ released: 1, unchanged: 0, blocked: [] })
  const exported = await mine.exportGrades({ params: exercise })
  expect(await text(exported.body)).toMatch(/"released",7\.5,/)
  await mine.reopenAssessment({ params, body: { reason: 'A file was overlooked.' } })
  expect((await mine.restartAssessment({ params, body: { reason: 'Once more.' } })).body.scores).toEqual({})
  const revealed = await mine.revealSubmitters({ params, body: { reason: 'The file names somebody.' } })
  expect(revealed.body.submitters).toMatchObject([{ userId: 202 }])
  const steps = (await mine.listAssessmentHistory({ params })).body.items.map(({ event }) => event)
  expect(steps.slice(0, 3)).toEqual(['revealed', 'restarted', 'reopened'])
}

/** A teacher copies a published rubric of course 11 for the next term, and migrates assessments when it changes. */
export async function changeRubric(mine: ReturnType<typeof asPerson>, rubric: { readonly rubricId: string }) {
  const planned = await mine.planRubricMigration({ params: rubric, body: { toVersion: 1, include: ['in_progress'] } })
  const params = { ...rubric, migrationId: planned.body.migrationId }
  expect((await mine.getRubricMigration({ params })).body.state).toBe('ready')
  expect((await mine.runRubricMigration({ params })).body).toMatchObject({ state: 'run', assessments: 0 })
  const copied = await mine.copyCourseGrading({
    params: { courseId: 12 },
    body: { fromCourseId: 11, exercises: [{ from: 1103, to: 1203 }] },
  })
  expect(copied.body.rubrics).toMatchObject([{ from: rubric.rubricId }])
}

/** Registers work of student 202 to exercise 1104, as the isolated grader does. */
async function register(url: string, submissionId: number): Promise<void> {
  const grader = await createDatabase({ url, applicationName: 'registering', poolMax: 1 })
  const work = { submissionId, exerciseId: 1104, maxPoints: 10, submitterIds: [202] }
  await registerSubmission(grader, work).finally(() => grader.end())
}
