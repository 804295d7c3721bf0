import type { Snapshot } from '@course-grading/contracts/snapshots/snapshot'
import type { StudentPage } from '@course-grading/contracts/students/student'
import { describe, expect } from 'vitest'
import { itOnExamples, type Page, type TestService } from '../service-test.fixture.ts'
import { refresh } from './submissions.fixture.ts'

const it = itOnExamples.extend('student', { scope: 'file' }, ({ service }) => service.signIn(204))

/** How the learning platform withholds exercise 1103, and shows it again. */
const ways: readonly (readonly [what: string, change: (service: TestService, isHidden: boolean) => void])[] = [
  [
    'an exercise that is hidden by itself',
    ({ upstream }, isHidden) => (upstream.world.exercise(1103).status = isHidden ? 'hidden' : 'ready'),
  ],
  [
    'a module that is hidden',
    ({ upstream }, isHidden) => {
      upstream.world.module(51).isHidden = isHidden
    },
  ],
]

describe.each(ways)('what a student reads of %s', (_what, hide) => {
  it('is nothing, released or not, until it is shown again', async ({ service, assessments, feedback, student }) => {
    const { id, assessmentId } = await feedback.ofSubmission([204])
    await assessments.complete(assessmentId, 1)
    await feedback.release(assessmentId)
    const { submission_id: submissionId } = (await assessments.rowOf(assessmentId)) ?? {}
    const { files } = service.upstream.world.submission(3001)
    service.upstream.world.addSubmission({ id: Number(submissionId), exerciseId: 1103, submitterIds: [204], files })
    await refresh(service)
    const reads = () => readsOf(service, student, { id, submissionId: Number(submissionId), fileId: files[0]!.id })
    const before = await reads()
    expect(Object.values(before)).not.toContain(false)
    hide(service, true)
    await refresh(service)
    expect(await reads()).toEqual(Object.fromEntries(Object.keys(before).map((read) => [read, false])))
    hide(service, false)
    await refresh(service)
    expect(await reads()).toEqual(before)
  })
})

interface Work {
  readonly id: string
  readonly submissionId: number
  readonly fileId: number
}

/** Each read of a student, and whether it shows the work or its exercise. */
async function readsOf(service: TestService, session: string, { id, submissionId, fileId }: Work) {
  const read = <Body>(path: string) => service.read<Body>(path, session)
  const isFound = async (path: string) => {
    const reply = await service.get(path, session)
    await reply.body?.cancel()
    if (![200, 404].includes(reply.status)) throw new Error(`${path}: ${reply.status}`)
    return reply.ok
  }
  const page = await read<StudentPage>('/courses/11/students/204')
  const { modules } = await read<Snapshot>('/courses/11/snapshot')
  const listed = await read<Page<{ submissionId: number }>>('/courses/11/submissions?limit=200')
  const ownFeedback = await read<Page<{ id: string }>>('/my/feedback?limit=200')
  const isOfWork = (row: { readonly submissionId: number }) => row.submissionId === submissionId
  return {
    getCourseSnapshot: modules.some(({ exercises }) => exercises.some(({ exerciseId }) => exerciseId === 1103)),
    listSubmissions: listed.items.some(isOfWork),
    getSubmission: await isFound(`/submissions/${submissionId}`),
    getSubmissionContent: await isFound(`/submissions/${submissionId}/content`),
    getSubmissionFile: await isFound(`/submissions/${submissionId}/files/${fileId}`),
    getSubmissionArchive: await isFound(`/submissions/${submissionId}/archive`),
    listMyFeedback: ownFeedback.items.some((row) => row.id === id),
    getMyFeedback: await isFound(`/my/feedback/${id}`),
    'submissions of getStudent': page.submissions.some(isOfWork),
    'feedback of getStudent': page.feedback.some((row) => row.id === id),
    'points of getStudent': page.pointsByExercise.some(({ exerciseId }) => exerciseId === 1103),
    'work of getStudent': page.finishedWork > 0,
    'last submission of getStudent': page.lastSubmissionAt !== null,
  }
}
