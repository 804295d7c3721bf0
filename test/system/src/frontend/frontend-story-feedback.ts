import { expect } from 'vitest'
import { type asPerson, refusalOf } from './frontend-story-calls.ts'

type Person = ReturnType<typeof asPerson>

/** A teacher of course 11 writes feedback about the course for a student, and the student reads it. */
export async function giveFeedback(mine: Person, student: Person, studentId: number): Promise<void> {
  const course = { courseId: 11 }
  const templates = await mine.getFeedbackTemplates({ params: course })
  await mine.putFeedbackTemplates({
    params: course,
    ifMatch: templates.etag,
    body: { templates: { en: 'Dear {{studentName}},' } },
  })
  const created = await mine.createFeedback({ params: course, body: { userId: studentId, language: 'en' } })
  const params = { id: created.body.id }
  expect(created.body.body).toMatch(/^Dear \S/)
  const saved = await mine.patchFeedback({ params, ifMatch: created.etag, body: { body: 'You *improved*.' } })
  expect((await refusalOf(student.getMyFeedback({ params }))).code).toBe('not_found')
  const published = await mine.publishFeedback({ params, ifMatch: saved.etag })
  const students = await mine.listFeedbackStudents({ params: course })
  expect(students.body.items.map(({ userId }) => userId)).toContain(studentId)

  expect((await student.listMyFeedback({ query: course })).body.items).toMatchObject([{ ...params, readAt: null }])
  expect((await student.getMyFeedback({ params })).body.bodyHtml).toBe('<p>You <em>improved</em>.</p>\n')
  expect((await mine.getFeedback({ params })).body.readAt).not.toBeNull()
  // The published text stays a version, and the next save makes another one.
  const again = await mine.patchFeedback({ params, ifMatch: published.etag, body: { body: 'Well done.' } })
  const versions = (await mine.listFeedbackVersions({ params })).body.items
  const first = { ...params, n: versions.at(-1)?.number ?? 0 }
  expect((await mine.getFeedbackVersion({ params: first })).body.body).toBe('You *improved*.')
  const restored = await mine.restoreFeedbackVersion({ params: first, ifMatch: again.etag })
  await mine.withdrawFeedback({ params, ifMatch: restored.etag })
  expect((await student.listMyFeedback({ query: course })).body.items).toEqual([])

  const draft = await mine.createFeedback({ params: course, body: { userId: studentId, language: 'fi' } })
  expect((await mine.deleteFeedback({ params: { id: draft.body.id }, ifMatch: draft.etag })).status).toBe(204)
}
