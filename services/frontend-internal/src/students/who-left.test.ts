import type { StudentPage, StudentRow } from '@course-grading/contracts/students/student'
import { readManifest, readZip } from '@course-grading/test-kit'
import { describe, expect } from 'vitest'
import { itOn, type Page, startTestService } from '../service-test.fixture.ts'
import { changeSettings } from '../settings/settings.fixture.ts'
import { refresh, register } from '../submissions/submissions.fixture.ts'

/** Student 211 left while the teacher graded 3101, and student 213 while 3103 waited. Both are in group A. */
const it = itOn(prepared).extend('work', { scope: 'file' }, async ({ service, claims, teacher, feedback }) => {
  const { id, feedbackId } = await claims.claimed(teacher, 3101)
  const about = await feedback.ofStudent({ userId: 211, language: 'fi' })
  for (const userId of [211, 213]) service.upstream.world.removeRole(11, userId)
  await refresh(service)
  return { id, feedbackId, about }
})
const name = 'Laila Lähtijä'

describe('whoever left the course', () => {
  it.for<[operation: string, path: (work: { id: string }) => string]>([
    ['listSubmissions', () => '/courses/11/submissions?exerciseId=1104&limit=1'],
    ['listSubmissions by name', () => '/courses/11/submissions?q=lahtija'],
    ['listSubmissions by person', () => '/courses/11/submissions?userId=211'],
    ['getSubmission', () => '/submissions/3101'],
    ['getAssessment', ({ id }) => `/assessments/${id}`],
    ['exportGrades', () => '/courses/11/exercises/1104/grades'],
    ['listStudents with left', () => '/courses/11/students?left=true'],
    ['listStudents with left by name', () => '/courses/11/students?left=true&q=lahtija'],
    ['getStudent', () => '/courses/11/students/211'],
    ['exportStudentData', () => '/courses/11/students/211/data'],
  ])('keeps the name in %s', async ([_operation, path], { service, work }) => {
    const reply = await service.get(path(work))
    expect(reply.status).toBe(200)
    expect(await reply.text()).toContain(name)
  })

  it.for([
    ['getSubmissionArchive', '/submissions/3101/archive'],
    ['getExerciseArchive', '/courses/11/exercises/1104/archive?state=in_progress'],
  ] as const)('keeps the name in the folder and the manifest of %s', async ([_operation, path], { service, work }) => {
    expect(work.id).toBeDefined()
    const zip = Buffer.from(await (await service.get(path)).arrayBuffer())
    expect(readZip(zip)[0]?.path).toMatch(`3101-${name}/`)
    expect(readManifest(zip)[0]).toMatchObject({ submission: '3101', submitters: name })
  })

  it('keeps the name in feedback of an assessment, of a document, and in claims', async ({ service, work, claims }) => {
    for (const feedbackId of [work.feedbackId, work.about]) {
      const body = { body: 'Dear {{studentName}}', feedbackId }
      const { html } = (await (await service.send('POST', '/courses/11/feedback/preview', { body })).json()) as {
        html: string
      }
      expect(html).toBe(`<p>Dear ${name}</p>\n`)
    }
    expect((await claims.claimed(await service.teacher(), 3101)).submitters).toEqual([
      { userId: 211, fullName: name, alias: false },
    ])
  })

  it('is in no list and no count of students', async ({ service, work: _work }) => {
    const ids = async (path: string) => (await service.read<Page<StudentRow>>(path)).items.map(({ userId }) => userId)
    for (const list of ['students', 'feedback/students'])
      expect(await ids(`/courses/11/${list}?limit=200`)).not.toContain(211)
    expect(await ids('/courses/11/students?q=lahtija')).toEqual([])
    expect(await ids('/courses/11/students?left=true')).toEqual([211, 213])
    expect(await service.read('/courses/11/students/211')).toMatchObject({ left: true })
    expect(await ids('/courses/11/students?left=false&limit=200')).toHaveLength(28)
    expect(await service.read('/courses/11')).toMatchObject({ counts: { students: 28 } })
    const lines = (await (await service.get('/courses/11/exercises/1103/grades')).text()).split('\r\n')
    expect(lines.filter((line) => line.includes(name))).toEqual([])
  })

  it('carries no tag, so that graders with tags see neither the person nor the work', async ({
    service,
    work,
    claims,
  }) => {
    const tagged = await service.signIn(102)
    expect((await service.read<StudentPage>('/courses/11/students/211')).tagSlugs).toEqual([])
    expect(await service.read('/courses/11/students?left=true', tagged)).toMatchObject({ items: [] })
    expect(await service.read('/courses/11/students?left=true&tag=group-a')).toMatchObject({ items: [] })
    for (const path of ['/courses/11/students/211', '/submissions/3101', `/feedback/${work.about}`])
      await expect(service.get(path, tagged)).toBeProblem(404, 'not_found')
    await expect(claims.next(tagged)).toBeReply(204)
    await expect(claims.claim(tagged, 3103)).toBeProblem(404, 'not_found')
  })

  it('is hidden from such a grader as a student is, which the log says', async ({ service, work: _work }) => {
    const request = { session: await service.signIn(102), headers: { 'X-Request-ID': 'hidden-who-left' } }
    await expect(service.send('GET', '/courses/11/students/211', request)).toBeProblem(404, 'not_found')
    const isLogged = () =>
      service.logLines.some((line) => line.includes('"access_refused"') && line.includes('hidden-who-left'))
    await expect.poll(isLogged).toBe(true)
  })

  it('has no right in the course', async ({ service, work: _work }) => {
    const session = await service.signIn(211)
    for (const path of ['', '/students/211', '/submissions', '/snapshot'])
      await expect(service.get(`/courses/11${path}`, session)).toBeProblem(403, 'forbidden')
    await expect(service.get('/submissions/3101', session)).toBeProblem(404, 'not_found')
  })

  it('is written about no more, and staff still read what was written', async ({ service, work }) => {
    const body = { userId: 211, language: 'en' }
    await expect(service.send('POST', '/courses/11/feedback', { body })).toBeProblem(404, 'not_found')
    await expect(service.get(`/feedback/${work.about}`)).toBeReply(200)
    expect((await service.read<StudentPage>('/courses/11/students/211')).feedback).toContainEqual(
      expect.objectContaining({ id: work.about }),
    )
  })

  it('is a student again, with tags, after a refresh that has the person', async ({ service, work: _work }) => {
    service.upstream.world.setRole(11, 213, 'student')
    await refresh(service)
    const { items } = await service.read<Page<StudentRow>>('/courses/11/students?left=true')
    expect(items.map(({ userId }) => userId)).toEqual([211])
    expect((await service.read<StudentPage>('/courses/11/students/213')).tagSlugs).toContain('group-a')
  })

  it('is known to an erasure, after which no name is left', async ({ service, work: _work }) => {
    await expect(service.send('DELETE', '/courses/11/students/211/data')).toBeReply(204)
    expect(await service.read('/courses/11/students?left=true')).toMatchObject({ items: [] })
    await expect(service.get('/courses/11/students/211')).toBeProblem(404, 'not_found')
  })
})

async function prepared() {
  const service = await startTestService()
  Object.assign(service.upstream.world.user(211), { firstName: 'Laila', lastName: 'Lähtijä' })
  const graders = [{ userId: 102, languages: ['fi'], feedbackTags: [], gradingTags: ['group-a'] }]
  await changeSettings(service, { graders })
  await refresh(service)
  for (const submissionId of [3101, 3103]) await register(service, submissionId, { language: 'fi' })
  return service
}
