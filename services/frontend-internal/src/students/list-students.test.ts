import type { StudentRow } from '@course-grading/contracts/students/student'
import { changeOf, demoCourses } from '@course-grading/test-kit'
import { statementsOf } from '@course-grading/test-service'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownerQuery } from '../owner-query.fixture.ts'
import { problemOf } from '../problem-of.fixture.ts'
import { startTestService, type TestService } from '../service.fixture.ts'

let service: TestService
let sessions: Record<'teacher' | 'assistantFi' | 'assistantEn' | 'otherTeacher', string>
beforeAll(async () => {
  service = await startTestService()
  const { world } = service.upstream
  Object.assign(world.user(203), { firstName: 'Åsa', lastName: 'Nygård-Ößt', email: 'asa.nygard@mail.example.org' })
  Object.assign(world.user(204), { firstName: '100%_real', lastName: '\\slash' })
  sessions = {
    teacher: await service.signIn(101),
    assistantFi: await service.signIn(102),
    assistantEn: await service.signIn(103),
    otherTeacher: await service.signIn(104),
  }
  const graders = [
    { userId: 102, languages: ['fi'], feedbackTags: [], gradingTags: ['group-a'] },
    { userId: 103, languages: ['en'], feedbackTags: [], gradingTags: [] },
  ]
  const change = { ...changeOf(demoCourses.programming1), graders }
  expect(
    (await service.request('PUT', '/courses/11/settings', { session: sessions.teacher, ifMatch: '"1"', body: change }))
      .status,
  ).toBe(200)
})
afterAll(() => service.stop())

interface Page {
  items: StudentRow[]
  nextCursor: string | null
}
const list = (query = '', session = sessions.teacher, courseId = 11) =>
  service.request('GET', `/courses/${courseId}/students${query}`, { session })
const page = async (...where: Parameters<typeof list>): Promise<Page> => {
  const reply = await list(...where)
  expect(reply.status).toBe(200)
  return (await reply.json()) as Page
}
const idsOf = async (...where: Parameters<typeof list>) => (await page(...where)).items.map(({ userId }) => userId)
const search = (q: string, session = sessions.teacher) => idsOf(`?q=${encodeURIComponent(q)}`, session)
const range = (from: number, to: number, step = 1) =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step)

async function walk(query: string, session: string, courseId: number): Promise<StudentRow[][]> {
  const pages: StudentRow[][] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const next: Page = await page(`?${query}${cursor && `&cursor=${cursor}`}`, session, courseId)
    pages.push(next.items)
    cursor = next.nextCursor
  }
  return pages
}

describe('listStudents', () => {
  it('waits for the first snapshot, and lists every student with all data', async () => {
    const { items, nextCursor } = await page()
    expect([items.map(({ userId }) => userId), nextCursor]).toEqual([range(201, 230), null])
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

  it.each([
    ['part of a name', 'nygård', [203]],
    ['a name in other letters', 'ASA NYGARD', [203]],
    ['ß written as ss', 'össt', [203]],
    ['an e-mail', 'asa.nygard@MAIL', [203]],
    ['a student id', '500207', [207]],
    ['words in any order', 'nygard asa', [203]],
    ['a text that looks like a pattern', '%_real', [204]],
    ['a text that is no valid pattern', '%zz%', []],
    ['a backslash', '\\slash', [204]],
    ['nothing but an accent', '\u0301', range(201, 230)],
  ])('finds %s', async (_what, q, expected) => {
    expect(await search(q)).toEqual(expected)
  })

  it('lists students with a tag, and combines filters', async () => {
    expect(await idsOf('?tag=group-b')).toEqual(range(202, 230, 2))
    expect(await idsOf('?tag=retaking&q=student')).toEqual(range(205, 230, 5))
    expect(await idsOf('?tag=nobody')).toEqual([])
  })

  it('finds no student with feedback yet', async () => {
    expect(await idsOf('?feedback=none')).toEqual(range(201, 230))
    for (const state of ['draft', 'published', 'withdrawn']) expect(await idsOf(`?feedback=${state}`)).toEqual([])
    expect(await problemOf(await list('?feedback=sent'))).toEqual([
      400,
      'validation_failed',
      '$.feedback invalid_value',
    ])
  })

  it('shows a grader only students whom the grader may grade or give feedback to, with any filter', async () => {
    expect(await idsOf('', sessions.assistantFi)).toEqual(range(201, 229, 2))
    expect(await idsOf('?tag=group-b', sessions.assistantFi)).toEqual([])
    expect(await search('student02', sessions.assistantFi)).toEqual([])
    expect(await idsOf('', sessions.assistantEn)).toEqual([])
  })

  it('lists the whole roster page by page, each student once', async () => {
    const pages = await walk('limit=7', sessions.teacher, 11)
    expect(pages.map((items) => items.length)).toEqual([7, 7, 7, 7, 2])
    expect(pages.flat().map(({ userId }) => userId)).toEqual(range(201, 230))
    const large = await walk('limit=200', sessions.otherTeacher, 13)
    expect(large.flat().map(({ userId }) => userId)).toEqual(range(301, 1500))
  })

  it('lists each student who stays once while others come and go', async () => {
    const write = (text: string) => ownerQuery(service, text)
    const seen: number[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const next: Page = await page(`?limit=5${cursor && `&cursor=${cursor}`}`)
      const last = next.items.at(-1)!.userId
      seen.push(...next.items.map(({ userId }) => userId))
      cursor = next.nextCursor
      // The student whose id is in the cursor leaves, and sometimes a student comes whose place is on an earlier page.
      await write(`DELETE FROM roster_student WHERE course_id = 11 AND user_id = ${last}`)
      if (last % 2 === 0) continue
      await write(`INSERT INTO roster_student (course_id, user_id, username, full_name, email, tag_slugs, search_text)
        VALUES (11, ${last - 200}, 'new', 'New', '', '{}', 'new')`)
    }
    expect(seen).toEqual(range(201, 230))
  })

  it('rejects a cursor of another list', async () => {
    const { nextCursor } = (await (
      await service.request('GET', '/courses?limit=1', { session: sessions.teacher })
    ).json()) as Page
    const made = Buffer.from(JSON.stringify(['settings-revisions', 210])).toString('base64url')
    for (const cursor of [nextCursor, made, 'x'])
      expect(await problemOf(await list(`?cursor=${cursor}`))).toEqual([400, 'invalid_cursor'])
  })

  it('makes as many statements for the twentieth page as for the first, and no call to the platform', async () => {
    service.upstream.journal.clear()
    const counts: number[] = []
    let cursor: string | null = null
    for (let number = 1; number <= 20; number += 1) {
      let next: Page | undefined
      const count = await statementsOf(service, async () => {
        next = await page(`?limit=50${cursor === null ? '' : `&cursor=${cursor}`}`, sessions.otherTeacher, 13)
      })
      counts.push(count)
      cursor = next!.nextCursor
      expect(next!.items[0]!.userId).toBe(251 + 50 * number)
    }
    expect(new Set(counts).size).toBe(1)
    expect(service.upstream.journal.entries).toEqual([])
  })
})
