import { createTestDatabase } from '@course-grading/test-database'
import { afterAll, describe, expect, it } from 'vitest'
import { aHead, aStudent, refresh } from '../testing/a-reading.ts'
import { configureCourse, openObserved } from '../testing/open-settings.ts'
import { listStudents, type StudentQuery } from './list-students.ts'

const testDatabase = await createTestDatabase()
const { database } = await openObserved(testDatabase.urls.frontendInternal)
const courseId = await configureCourse(database, { manualGradingExercises: [1] })
await refresh(database, courseId, {
  students: [
    aStudent(5, { fullName: 'Åsa Öberg', email: 'asa@example.org', studentId: '12345K', tagSlugs: ['a'] }),
    aStudent(3, { fullName: 'Łukasz Strauß', email: '100%_sure\\@example.org', tagSlugs: ['a', 'b'] }),
    aStudent(9, { fullName: 'Asa Virtanen', email: 'virtanen@other.example', tagSlugs: ['b'] }),
    aStudent(7, { fullName: '山田 太郎', email: 'y@other.example', studentId: '777' }),
  ],
  submissions: [
    {
      exerciseId: 1,
      heads: [
        aHead(1, [5, 9], { submittedAt: '2026-11-02T08:00:00.5Z' }),
        aHead(2, [5], { submittedAt: '2026-11-01T08:00:00Z' }),
      ],
    },
  ],
})
const elsewhere = await configureCourse(database)
await refresh(database, elsewhere, {
  students: [aStudent(5, { fullName: 'Åsa Öberg' }), aStudent(6, { fullName: 'Åsa Ö' })],
})
afterAll(async () => {
  await database.end()
  await testDatabase.drop()
})

const list = (query: Partial<StudentQuery> = {}) =>
  listStudents(database, courseId, { q: null, tag: null, visibleTo: null, after: null, limit: 50, ...query })
const idsOf = async (query: Partial<StudentQuery>) => (await list(query)).map((row) => row.userId)

describe('listStudents', () => {
  it("lists the course's students by id", async () => {
    expect(await idsOf({})).toEqual([3, 5, 7, 9])
  })

  it('returns each student with tags and last submission', async () => {
    expect((await list()).slice(1, 3)).toEqual([
      {
        userId: 5,
        username: 'user5',
        fullName: 'Åsa Öberg',
        email: 'asa@example.org',
        studentId: '12345K',
        tagSlugs: ['a'],
        lastSubmissionAt: '2026-11-02T08:00:00.500Z',
        openWork: 0,
        finishedWork: 0,
      },
      {
        userId: 7,
        username: 'user7',
        fullName: '山田 太郎',
        email: 'y@other.example',
        studentId: '777',
        tagSlugs: [],
        lastSubmissionAt: null,
        openWork: 0,
        finishedWork: 0,
      },
    ])
  })

  it.each([
    ['a name without its accents', 'asa oberg', [5]],
    ['a part of a name', 'SA', [5, 9]],
    ['a name in another order', 'virtanen asa', [9]],
    ['ß as ss', 'STRAUSS', [3]],
    ['ł as l', 'lukasz', [3]],
    ['an e-mail', 'ASA@Example', [5]],
    ['a student id', '12345k', [5]],
    ['other scripts', '山田', [7]],
    ['one letter', 'K', [3, 5]],
    ['a text that no student has', 'zzz', []],
    ['accents alone', '´', [3, 5, 7, 9]],
    ['a percent sign', '%', [3]],
    ['an underscore', '_', [3]],
    ['a backslash', '\\', [3]],
    ['wildcards between letters', 'a_a', []],
    ['more wildcards', 'a%a vir', []],
    ['the end of one field and the start of the next', 'oberg asa@', [5]],
    ['two fields in one word', 'obergasa@', []],
    ['no user name', 'user5', []],
    ['text with a meaning in other syntaxes', `'; DROP TABLE roster_student; --`, []],
  ])('finds %s', async (_what, q, expected) => {
    expect(await idsOf({ q })).toEqual(expected)
  })

  it('combines tag, search and restriction', async () => {
    expect(await idsOf({ tag: 'a' })).toEqual([3, 5])
    expect(await idsOf({ tag: 'b', q: 'asa' })).toEqual([9])
    expect(await idsOf({ visibleTo: ['a', 'c'] })).toEqual([3, 5])
    expect(await idsOf({ visibleTo: ['a', 'b'], q: 'asa' })).toEqual([5, 9])
    expect(await idsOf({ visibleTo: ['b'], tag: 'a' })).toEqual([3])
    expect(await idsOf({ visibleTo: [] })).toEqual([])
    expect(await idsOf({ visibleTo: [], q: 'asa' })).toEqual([])
  })

  it.each([null, 'sa'])('continues after the page before, with the query %s', async (q) => {
    const whole = await idsOf({ q })
    const paged: number[] = []
    for (let after: number | null = null; ;) {
      const page = await idsOf({ q, after, limit: 1 })
      if (page.length === 0) break
      paged.push(...page)
      after = page.at(-1) ?? null
    }
    expect(paged).toEqual(whole)
  })
})
