import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import type { CourseSettingsDocument, CourseSettingsUpdate } from '@course-grading/contracts/settings/course-settings'
import { createFrontendTransport } from '@course-grading/frontend-transport'
import { buffer, text } from 'node:stream/consumers'
import { describe, expect } from 'vitest'
import { refuseDelivery } from './refused-delivery.ts'
import { giveFeedback } from './frontend-story-feedback.ts'
import { changeRubric, gradeSubmission } from './frontend-story-grading.ts'
import { refusalOf, witnessed } from './frontend-story-calls.ts'
import { it as onServices } from '../system-test.ts'
import { tokenOf } from '../world.ts'

describe('the client of the web frontend', () => {
  it('has used every operation of the contract', async ({ world, transport }) => {
    const answered = new Set<string>()
    const anyone = witnessed(transport, answered)
    const sessionOf = async (userId: number): Promise<string> =>
      (await anyone.createSession({ body: { token: tokenOf(userId) } })).body.sessionId
    const personOf = async (userId: number) => witnessed(transport.withSession(await sessionOf(userId)), answered)
    const [mine, elsewhere, other, student] = [
      await personOf(101),
      await personOf(101),
      await personOf(104),
      await personOf(201),
    ]
    const params = { courseId: 11 }

    const courses = await anyone.listPublicCourses()
    expect(courses.body.courses).toContainEqual(
      expect.objectContaining({ courseId: 11, slug: 'programming-1', listed: true }),
    )
    await expect(anyone.listPublicCourses({ ifNoneMatch: courses.etag })).resolves.toMatchObject({
      status: 304,
      body: undefined,
    })
    expect((await mine.getSession()).body.user.userId).toBe(101)
    expect((await mine.listSessions()).body.items.filter(({ current }) => current)).toHaveLength(1)
    const preferences = await mine.getPreferences()
    await mine.putPreferences({ ifMatch: preferences.etag, body: { ...preferences.body, pinnedCourses: [11] } })
    expect((await other.listCourses()).body.items.map(({ courseId }) => courseId)).toContain(14)
    expect((await other.configureCourse({ body: { courseId: 14 } })).status).toBe(201)
    // The gradings of course 11 are copied into it below.
    await mine.configureCourse({ body: { courseId: 12 } })
    expect((await student.getCourse({ params })).body).toMatchObject({ slug: 'programming-1', roles: ['student'] })
    expect((await student.getCourseBySlug({ params: { slug: 'programming-1' } })).body.courseId).toBe(11)

    const settings = await mine.getCourseSettings({ params })
    const written = await mine.putCourseSettings({
      params,
      ifMatch: settings.etag,
      body: { ...writable(settings.body), name: 'Programming' },
    })
    const refreshed = await mine.refreshCourseTags({ params })
    await mine.importGraders({ params, ifMatch: refreshed.etag, body: Buffer.from(`${header}\n102;fi;;\n`) })
    expect(await text((await mine.exportGraders({ params })).body)).toContain('assistant-fi@example.org')
    expect((await mine.listSettingsRevisions({ params })).body.items[0]?.operation).toBe('importGraders')
    const revision = await mine.getSettingsRevision({ params: { ...params, revision: written.body.revision } })
    expect(revision.body.changes).toEqual([{ path: '$.name', before: settings.body.name, after: 'Programming' }])

    await mine.refreshCourseSnapshot({ params })
    expect(
      (await student.getCourseSnapshot({ params })).body.modules.flatMap(({ exercises }) => exercises),
    ).toContainEqual(expect.objectContaining({ exerciseId: 1103, manual: true }))
    expect((await mine.listStudents({ params, query: { limit: 200 } })).body.items).toHaveLength(30)
    expect((await student.getStudent({ params: { ...params, userId: 201 } })).body.username).toBe('student01')
    const submission = { submissionId: 3001 }
    expect((await student.listSubmissions({ params })).body.items.map(({ state }) => state)).toContain('submitted')
    expect((await mine.getSubmission({ params: submission })).body.attempts.length).toBeGreaterThan(1)
    const [file] = (await student.getSubmissionContent({ params: submission })).body.files
    expect(file).toMatchObject({ path: 'solution.py', text: expect.stringContaining('Word counter') })
    const streamed = await mine.getSubmissionFile({ params: { ...submission, fileId: file!.fileId } })
    expect(await text(streamed.body)).toBe(file?.text)
    expect((await buffer((await student.getSubmissionArchive({ params: submission })).body)).subarray(0, 2)).toEqual(
      zip,
    )
    const archive = await mine.getExerciseArchive({ params: { ...params, exerciseId: 1104 } })
    expect((await buffer(archive.body)).subarray(0, 2)).toEqual(zip)

    const exported = await mine.exportStudentData({ params: { ...params, userId: 230 } })
    expect(exported.contentType).toMatch(/^application\/json/)
    expect(JSON.parse(await text(exported.body))).toMatchObject({
      courseId: 11,
      userId: 230,
      roster: [{ username: 'student30' }],
    })
    expect((await mine.eraseStudentData({ params: { ...params, userId: 230 } })).status).toBe(204)
    expect((await refusalOf(mine.getStudent({ params: { ...params, userId: 230 } }))).code).toBe('not_found')

    const made = await mine.createSnippet({ params, body: { ...snippet, scope: 'course' } })
    const { snippetId } = made.body
    const kept = await mine.putSnippet({
      params: { snippetId },
      ifMatch: made.etag,
      body: { ...snippet, label: 'Names' },
    })
    expect((await mine.listSnippets({ params, query: { q: 'name' } })).body.items).toMatchObject([{ label: 'Names' }])
    expect((await mine.retireSnippet({ params: { snippetId }, ifMatch: kept.etag })).status).toBe(204)
    const exercise = { ...params, exerciseId: 1104 }
    const grading = await mine.getExerciseGrading({ params: exercise })
    const body = { ...grading.body, leaseMinutes: 45 }
    expect((await mine.putExerciseGrading({ params: exercise, ifMatch: grading.etag, body })).etag).toBe('"1"')

    await gradeSubmission(mine, world.database.urls.manualGrading)
    await giveFeedback(mine, student, 201)

    const preview = await mine.previewFeedback({ params, body: { body: '*Good.*' } })
    expect(preview.body.html).toBe('<p><em>Good.</em></p>\n')

    const { document } = frontendInternal.operations.createRubric.example.body
    const drafted = await mine.createRubric({ params, body: { document } })
    const rubric = { rubricId: drafted.body.rubricId }
    expect(
      (await mine.previewScores({ params: rubric, body: { version: null, scores: {}, adjustment: null } })).status,
    ).toBe(200)
    const published = await mine.publishRubric({ params: rubric, ifMatch: drafted.etag })
    expect(published.body).toMatchObject({ version: 1, wording: 1 })
    const put = await mine.putRubricDraft({
      params: rubric,
      ifMatch: published.etag,
      body: { ...document, startingPoints: 1 },
    })
    const undone = await mine.deleteRubricDraft({ params: rubric, ifMatch: put.etag })
    const archived = await mine.archiveRubric({ params: rubric, ifMatch: undone.etag })
    expect((await mine.listRubrics({ params, query: { state: 'archived' } })).body.items).toMatchObject([rubric])
    await mine.restoreRubric({ params: rubric, ifMatch: archived.etag })
    expect((await mine.getRubric({ params: rubric })).body.state).toBe('published')
    expect((await mine.listRubricVersions({ params: rubric })).body.items).toHaveLength(1)
    expect((await mine.getRubricVersion({ params: { ...rubric, version: 1 } })).body.document).toEqual(document)
    const copy = await mine.copyRubric({ params: rubric, body: { courseId: 11 } })
    const { rubricId } = copy.body
    await changeRubric(mine, rubric)
    expect((await mine.deleteRubric({ params: { rubricId }, ifMatch: copy.etag })).status).toBe(204)

    const id = await refuseDelivery(world.database.ownerUrl, {
      submissionId: 70_000,
      feedback: '<p>Good.</p>',
    })
    expect(
      (await mine.listDeliveries({ params, query: { state: 'refused' } })).body.items.map((delivery) => delivery.id),
    ).toEqual([id])
    expect((await mine.getDelivery({ params: { id } })).body.state).toBe('refused')
    expect(
      (await mine.resolveDelivery({ params: { id }, body: { as: 'cancelled', reason: 'No longer wanted.' } })).body
        .state,
    ).toBe('cancelled')

    expect((await mine.deleteOtherSessions()).status).toBe(204)
    expect((await refusalOf(elsewhere.getSession())).code).toBe('invalid_session')
    expect((await mine.deleteSession()).status).toBe(204)
    expect([...answered].toSorted()).toEqual(Object.keys(frontendInternal.operations).toSorted())
  })
})

const secret = 'story-frontend-secret-0123456789abcdef'
/** How every ZIP file begins. */
const zip = Buffer.from('PK')

/** The members of the settings that may be written back. */
function writable({
  revision: _revision,
  courseId: _courseId,
  tags: _tags,
  ltiLoginUrl: _url,
  ...update
}: CourseSettingsDocument): CourseSettingsUpdate {
  return update
}

const { scope: _scope, ...snippet } = frontendInternal.operations.createSnippet.example.body
const header = 'email;languages;feedbackTags;gradingTags'
const it = onServices.extend('transport', { scope: 'file' }, async ({ world }, { onCleanup }) => {
  const { url } = await world.start('frontend-internal', { FRONTEND_SECRET: secret })
  const transport = createFrontendTransport({ baseUrl: url, secret })
  onCleanup(() => transport.close())
  return transport
})
