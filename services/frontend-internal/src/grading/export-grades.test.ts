import { assessmentIds } from '@course-grading/contracts/assessments/assessment-examples'
import { parse } from 'csv-parse/sync'
import { describe, expect } from 'vitest'
import { placeAssessments } from '../assessments/assessments.fixture.ts'
import { placeRubrics } from '../rubrics/rubrics.fixture.ts'
import { changeGrading } from './grading.fixture.ts'
import { itOn, startTestService, type TestService } from '../service-test.fixture.ts'

const it = itOn(prepared)

describe('exportGrades', () => {
  it('is a CSV file that a browser saves', async ({ service }) => {
    const reply = await ask(service)
    expect(reply.status).toBe(200)
    expect(reply).toHaveHeaders({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="grades-11-1103.csv"',
    })
    await reply.text()
    const lines = service.logLines.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(lines.find(({ event }) => event === 'grades_exported')).toMatchObject({ exerciseId: 1103, userId: 101 })
  })

  it('begins with a byte order mark, by which spreadsheets know its encoding', async ({ service }) => {
    const bytes = Buffer.from(await (await ask(service)).arrayBuffer())
    expect(bytes.subarray(0, 15).toString()).toBe('\uFEFFsubmissionId')
  })

  it('has the judgement of each criterion', async ({ service, teacher }) => {
    const row = (await rowsOf(service, teacher)).find(({ submissionId }) => submissionId === '9102')
    const name = (await service.sql`SELECT full_name AS name FROM roster_student WHERE user_id = 202`)[0]?.['name']
    expect(row).toEqual({
      submissionId: '9102',
      assessmentId: assessmentIds.completed,
      userId: '202',
      username: 'student02',
      studentId: '500202',
      name,
      attempt: '1',
      submittedAt: '2026-11-01T10:00:00.000Z',
      state: 'completed',
      points: '17',
      maxPoints: '20',
      'criterion.points': '',
      'criterion.structure': '8.5',
      'criterion.faults': '0',
      'criterion.report': '8.25',
      grader: '101',
      completedAt: expect.stringMatching(/^2.*Z$/),
      releasedAt: '',
      delivery: 'held',
      standing: '',
      upstreamStatus: 'waiting',
      upstreamGrade: '0',
      graderName: 'Terry Teacher',
      starting: '0',
      automatic: '0',
      adjustment: '0',
      rounding: '0.25',
      limit: '0',
      otherCriteria: '0',
    })
  })

  it('separates by what the caller asks for, or what the locale of the caller writes decimals with', async ({
    service,
    teacher,
  }) => {
    const header = async (query = '') => (await (await ask(service, teacher, 1103, query)).text()).slice(0, 26)
    expect(await header()).toBe('submissionId,assessmentId,')
    expect(await header('?dialect=semicolon')).toBe('submissionId;assessmentId;')
    for (const [locale, separator] of [
      ['fi_FI', ';'],
      ['en', ','],
    ] as const) {
      await prefer(service, locale)
      expect(await header()).toBe(`submissionId${separator}assessmentId${separator}`)
    }
  })

  it('has each student of the roster, and each submitter of a group', async ({ service, teacher }) => {
    const rows = await rowsOf(service, teacher)
    const students = await service.sql`SELECT user_id::int AS id FROM roster_student WHERE course_id = 11`
    const ids = new Set(rows.map(({ userId }) => Number(userId)))
    expect(students.filter(({ id }) => !ids.has(Number(id)))).toEqual([])
    expect(rows.filter(({ submissionId }) => submissionId === '3009').map(({ userId }) => userId)).toEqual([
      '201',
      '203',
      '205',
    ])
    const idle = (await rowsOf(service, teacher, 1104)).filter(({ submissionId }) => submissionId === '')
    expect(idle.length).toBeGreaterThan(0)
    for (const { state, points } of idle) expect([state, points]).toEqual(['', ''])
  })

  it('has only aliases if work is anonymous', async ({ service, teacher }) => {
    await changeGrading(service, { anonymous: true })
    const rows = await rowsOf(service, teacher)
    expect(rows.length).toBeGreaterThan(30)
    for (const { userId, username, studentId, name } of rows)
      expect([userId, username, studentId, name]).toEqual(['', '', '', expect.stringMatching(/^Student \d{4,7}$/)])
  })
})

async function prepared() {
  const service = await startTestService()
  const teacher = await service.signIn(101)
  await placeRubrics(service)
  await placeAssessments(service)
  await service.request('POST', '/courses/11/snapshot/refresh', { session: teacher })
  return service
}

async function prefer(service: TestService, locale: string): Promise<void> {
  const present = await service.get('/preferences')
  const body = { ...((await present.json()) as object), locale }
  const written = await service.send('PUT', '/preferences', { ifMatch: present.headers.get('etag'), body })
  expect(written.status).toBe(204)
}

const ask = (service: TestService, session?: string, exerciseId = 1103, query = ''): Promise<Response> =>
  service.get(`/courses/11/exercises/${exerciseId}/grades${query}`, session)

/** The rows as another program reads them. */
const rowsOf = async (service: TestService, teacher: string, exerciseId = 1103) => {
  const text = await (await ask(service, teacher, exerciseId)).text()
  return parse<Record<string, string>>(text, { bom: true, columns: true, record_delimiter: '\r\n' })
}
