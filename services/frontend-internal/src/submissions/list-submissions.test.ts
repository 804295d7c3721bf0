import type { SubmissionRow } from '@course-grading/contracts/submissions/submission'
import { statementsOf } from '@course-grading/test-service'
import { describe, expect } from 'vitest'
import { assess, refresh, register, showResult, startWithSnapshot } from './submissions.fixture.ts'
import { itOn, type Page, type TestService } from '../service-test.fixture.ts'

const it = itOn(prepared)
it.beforeEach(({ service }) => service.upstream.journal.clear())
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

describe('listSubmissions', () => {
  it('shows staff a registered submission with all its facts', async ({ service }) => {
    const { items } = await page(service, '?exerciseId=1103&limit=1')
    expect(items).toEqual([
      {
        submissionId: 3001,
        courseId: 11,
        exerciseId: 1103,
        exerciseName: expect.stringContaining('|en:'),
        submitters: [{ userId: 201, fullName: expect.stringMatching(/^Eero /), alias: false }],
        submittedAt: '2026-10-01T09:37:00.799Z',
        attempt: 2,
        language: 'fi',
        state: 'completed',
        gone: false,
        points: 15,
        maxPoints: 20,
        autoPoints: 2.5,
        counted: null,
        upstream: { status: 'ready', grade: 11 },
        assessment: expect.objectContaining({ grader: expect.objectContaining({ userId: 103 }) }),
        postponed: null,
        superseded: false,
        mayClaim: false,
      },
    ])
  })

  it('shows staff submissions that are only in the snapshot', async ({ service }) => {
    const items = (await page(service, '?exerciseId=1104&limit=1')).items
    expect(items).toMatchObject([
      {
        submissionId: 3101,
        attempt: null,
        language: null,
        state: 'not_queued',
        points: null,
        maxPoints: 100,
        autoPoints: null,
        upstream: { status: 'waiting', grade: 0 },
      },
    ])
  })

  it('shows a student no unreleased results', async ({ service, student }) => {
    const staff = (await page(service, '?userId=201')).items.find(({ submissionId }) => submissionId === 3001)
    const own = (await page(service, '', student)).items.find(({ submissionId }) => submissionId === 3001)
    expect(own).toEqual({
      ...staff,
      state: 'submitted',
      points: null,
      autoPoints: null,
      upstream: null,
      assessment: null,
    })
  })

  it('has the oldest first for staff, and the newest first for students', async ({ service, student }) => {
    expect(await idsOf(service, '?limit=200')).toEqual([...range(3001, 3040), ...range(3101, 3120)])
    expect(await idsOf(service, '', student)).toEqual([3031, 3009, 3001])
  })

  it.for([
    ['an exercise', '?exerciseId=1104&limit=200', range(3101, 3120)],
    ['a student', '?userId=203', [3003, 3009, 3033]],
    ['a state', '?state=waiting', [3009]],
    ['the state that only students see', '?state=submitted', []],
    ['a grader', '?grader=103', [3001]],
    ['what the caller has assessed', '?grader=me', []],
    ['a name in other letters', '?q=ASA%20NYGARD', [3005, 3009, 3035]],
    ['a tag', '?tag=group-a&exerciseId=1103&state=waiting', [3009]],
    ['a tag that nobody has', '?tag=group-z', []],
    ['all of it together', '?q=nygard&exerciseId=1103&userId=203&state=waiting&tag=group-a', [3009]],
  ] as const)('finds by %s', async ([_what, query, expected], { service }) => {
    expect(await idsOf(service, query)).toEqual(expected)
  })

  it.for([
    ['?userId=203', [3009]],
    ['?state=submitted', [3031, 3009, 3001]],
    ['?state=waiting', []],
    ['?exerciseId=1104', []],
    ['?grader=me', []],
    ['?tag=group-a', []],
  ] as const)("finds a student's own submissions: %s", async ([query, expected], { service, student }) => {
    expect(await idsOf(service, query, student)).toEqual(expected)
  })

  it('has each submission once, whether it was registered or not', async ({ service }) => {
    for (const limit of [7, 200]) {
      const pages = await Array.fromAsync(service.pages<SubmissionRow>(`/courses/11/submissions?limit=${limit}`))
      expect(pages.map((items) => items.length)).toEqual([
        ...Array.from({ length: Math.floor(60 / limit) }, () => limit),
        ...(60 % limit === 0 ? [] : [60 % limit]),
      ])
      expect(pages.flat().map(({ submissionId }) => submissionId)).toEqual([...range(3001, 3040), ...range(3101, 3120)])
    }
  })

  it('continues for a student after the end of the previous page', async ({ service, student }) => {
    const pages = await Array.fromAsync(service.pages<SubmissionRow>('/courses/11/submissions?limit=2', student))
    expect(pages.map((items) => items.map(({ submissionId }) => submissionId))).toEqual([[3031, 3009], [3001]])
  })

  it('makes no call upstream, and as many statements for the last page as for the first', async ({ service }) => {
    const otherTeacher = await service.signIn(104)
    await refresh(service, 13, otherTeacher)
    service.upstream.journal.clear()
    const pages = service.pages<SubmissionRow>('/courses/13/submissions?limit=200', otherTeacher)
    const counts: number[] = []
    for (let number = 1; number <= 18; number += 1) {
      counts.push(
        await statementsOf(service, async () => {
          expect((await pages.next()).value?.[0].submissionId).toBe(19_801 + 200 * number)
        }),
      )
    }
    counts.push(await statementsOf(service, () => page(service, '?tag=group-a&state=waiting&q=e', otherTeacher, 13)))
    expect(new Set(counts).size).toBe(1)
    expect(service.upstream.journal.entries).toEqual([])
  })

  it('shows a student the released parts of a result', async ({ service, student }) => {
    await showResult(service, 3001)
    expect((await page(service, '?state=released', student)).items).toMatchObject([
      { submissionId: 3001, state: 'released', points: 14, autoPoints: null, upstream: null },
    ])
    expect((await page(service, '?limit=1')).items).toMatchObject([
      { submissionId: 3001, state: 'completed', points: 15 },
    ])
  })
})

async function prepared() {
  const service = await startWithSnapshot({
    world: (world) => {
      Object.assign(world.user(205), { firstName: 'Åsa', lastName: 'Nygård', email: 'asa.nygard@mail.example.org' })
      Object.assign(world.submission(3001), { status: 'ready', grade: 11, gradedAtMs: Date.UTC(2026, 9, 2) })
    },
    settings: { graders: [{ userId: 102, languages: ['fi'] }] },
  })
  await register(service, 3001, { language: 'fi', attempt: 2, autoPoints: 2.5 })
  await register(service, 3009)
  await assess(service, 3001, 15)
  return service
}

const page = (service: TestService, query = '', session?: string, courseId = 11) =>
  service.read<Page<SubmissionRow>>(`/courses/${courseId}/submissions${query}`, session)

const idsOf = async (...where: Parameters<typeof page>) =>
  (await page(...where)).items.map(({ submissionId }) => submissionId)
