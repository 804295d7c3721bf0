import type { StudentRow } from '@course-grading/contracts/students/student'
import { statementsOf } from '@course-grading/test-service'
import { describe, expect } from 'vitest'
import { changeSettings } from '../settings/settings.fixture.ts'
import { itOn, type Page, startTestService, type TestService } from '../service-test.fixture.ts'

const it = itOn(prepared)
const range = (from: number, to: number, step = 1) =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step)

describe('listStudents', () => {
  it('waits for the first snapshot, and lists every student with all data', async ({ service }) => {
    const { items, nextCursor } = await page(service)
    expect(items.map(({ userId }) => userId)).toEqual(range(201, 230))
    expect(nextCursor).toBe(null)
    expect(items[0]).toEqual({
      userId: 201,
      username: 'student01',
      fullName: expect.any(String),
      email: 'student01@example.org',
      studentId: '500201',
      tagSlugs: ['user-internal', 'group-a'],
      lastSubmissionAt: expect.stringMatching(/^\d{4}-.*Z$/),
      openWork: 0,
      finishedWork: 0,
    })
  })

  it.for<[what: string, q: string, expected: number[]]>([
    ['a name in other letters', 'ASA NYGARD', [203]],
    ['ß written as ss', 'össt', [203]],
    ['a student id', '500207', [207]],
    ['words in any order', 'nygard asa', [203]],
    ['another kind of apostrophe, and the surname first', 'O´Neill, Bríd', [205]],
    ['only whom every word fits', 'example.org 500207', [207]],
    ['a text that looks like a pattern', '%_real', [204]],
    ['a backslash', '\\slash', [204]],
  ])('finds %s', async ([_what, q, expected], { service }) => {
    expect(await search(service, q)).toEqual(expected)
  })

  it.for(['/courses/11/students', '/courses/11/submissions', '/courses/11/feedback/students'])(
    'filters nothing by an empty text, nor does any other list of people or work (%s)',
    async (path, { service }) => {
      expect(await service.read(`${path}?q=`)).toEqual(await service.read(path))
    },
  )

  it('lists students with a tag, and combines filters', async ({ service }) => {
    expect(await idsOf(service, '?tag=group-b')).toEqual(range(202, 230, 2))
    expect(await idsOf(service, '?tag=retaking&q=student')).toEqual(range(205, 230, 5))
    expect(await idsOf(service, '?tag=nobody')).toEqual([])
  })

  it('finds no student with feedback yet', async ({ service }) => {
    expect(await idsOf(service, '?feedback=none')).toEqual(range(201, 230))
    for (const state of ['draft', 'published', 'withdrawn'])
      expect(await idsOf(service, `?feedback=${state}`)).toEqual([])
    await expect(list(service, '?feedback=sent')).toBeProblem(400, 'validation_failed', ['$.feedback invalid_value'])
  })

  it('shows a grader only those whom the grader may judge, with any filter', async ({ service, inFinnish, grader }) => {
    expect(await idsOf(service, '', inFinnish)).toEqual(range(201, 229, 2))
    expect(await idsOf(service, '?tag=group-b', inFinnish)).toEqual([])
    expect(await search(service, 'student02', inFinnish)).toEqual([])
    expect(await idsOf(service, '', grader)).toEqual([])
  })

  it('lists the whole roster page by page, each student once', async ({ service, otherTeacher }) => {
    const pages = await Array.fromAsync(service.pages<StudentRow>('/courses/11/students?limit=7'))
    expect(pages.map((items) => items.length)).toEqual([7, 7, 7, 7, 2])
    expect(pages.flat().map(({ userId }) => userId)).toEqual(range(201, 230))
    const large = await Array.fromAsync(service.pages<StudentRow>('/courses/13/students?limit=200', otherTeacher))
    expect(large.flat().map(({ userId }) => userId)).toEqual(range(301, 1500))
  })

  it('makes as many statements for the twentieth page as for the first', async ({ service, otherTeacher }) => {
    service.upstream.journal.clear()
    const pages = service.pages<StudentRow>('/courses/13/students?limit=50', otherTeacher)
    const counts: number[] = []
    for (let number = 1; number <= 20; number += 1) {
      counts.push(
        await statementsOf(service, async () => {
          expect((await pages.next()).value?.[0].userId).toBe(251 + 50 * number)
        }),
      )
    }
    expect(new Set(counts).size).toBe(1)
    expect(service.upstream.journal.entries).toEqual([])
  })
})

async function prepared() {
  const service = await startTestService()
  const { world } = service.upstream
  Object.assign(world.user(203), { firstName: 'Åsa', lastName: 'Nygård-Ößt', email: 'asa.nygard@mail.example.org' })
  Object.assign(world.user(204), { firstName: '100%_real', lastName: '\\slash' })
  Object.assign(world.user(205), { firstName: 'Bríd', lastName: "O'Neill" })
  const graders = [
    { userId: 102, languages: ['fi'], feedbackTags: [], gradingTags: ['group-a'] },
    { userId: 103, languages: ['en'], feedbackTags: [], gradingTags: [] },
  ]
  await changeSettings(service, { graders })
  return service
}

const list = (service: TestService, query = '', session?: string, courseId = 11) =>
  service.get(`/courses/${courseId}/students${query}`, session)

const page = (service: TestService, query = '', session?: string, courseId = 11) =>
  service.read<Page<StudentRow>>(`/courses/${courseId}/students${query}`, session)

const idsOf = async (...where: Parameters<typeof page>) => (await page(...where)).items.map(({ userId }) => userId)

const search = (service: TestService, q: string, session?: string) =>
  idsOf(service, `?q=${encodeURIComponent(q)}`, session)
