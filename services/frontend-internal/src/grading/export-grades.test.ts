import { assessmentIds } from '@course-grading/contracts/assessments/assessment-examples'
import { parse } from 'csv-parse/sync'
import { describe, expect } from 'vitest'
import { placeAssessment, placeAssessments, registerSubmission } from '../assessments/assessments.fixture.ts'
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

  it('has parts that add up to the points, also by a version that was published after the file was begun', async ({
    service,
    teacher,
  }) => {
    const before = sumOf(await rowsOf(service, teacher))
    // As if it had been published between the header and the row: no column has its criterion.
    await service.sql`UPDATE completed_result SET parts = replace(parts::text, '"report"', '"published-later"')::json`
    const row = (await rowsOf(service, teacher)).find(({ submissionId }) => submissionId === '9102') ?? {}
    expect(row).toMatchObject({ 'criterion.report': '', otherCriteria: '8.25' })
    expect(before).toEqual([17, 17])
    expect(sumOf([row])).toEqual(before)
    await service.sql`UPDATE completed_result SET parts = replace(parts::text, '"published-later"', '"report"')::json`
  })

  it('has what was released, until work that is graded again is completed', async ({ service, teacher }) => {
    const id = await completed(service, 9104)
    await service.send('POST', '/courses/11/exercises/1104/release', { body: { assessmentIds: [id] } })
    await service.send('POST', `/assessments/${id}/restart`, { body: { reason: 'Once more.' } })
    const row = (await rowsOf(service, teacher, 1104)).find(({ submissionId }) => submissionId === '9104')
    expect(row).toMatchObject({
      state: 'in_progress',
      points: '12.25',
      maxPoints: '20',
      'criterion.points': '12.25',
      releasedAt: expect.stringMatching(/^2.*Z$/),
      graderName: 'Terry Teacher',
    })
  })

  it('separates by what the locale of the caller writes decimals with', async ({ service, teacher }) => {
    const header = async () => (await (await ask(service, teacher)).text()).slice(0, 26)
    expect(await header()).toBe('submissionId,assessmentId,')
    for (const [locale, separator] of [
      ['fi_FI', ';'],
      ['unknown', ','],
      ['sv', ';'],
      ['en', ','],
    ] as const) {
      await prefer(service, locale)
      expect(await header()).toBe(`submissionId${separator}assessmentId${separator}`)
    }
  })

  it.for(['comma', 'semicolon'] as const)(
    'is opened as numbers and texts where the dialect is %s',
    async (dialect, { service, teacher }) => {
      await service.sql`UPDATE roster_student SET full_name = E'\t=1+1;2,"3', username = '-x', student_id = '+5' WHERE user_id = 202`
      await prefer(service, dialect === 'comma' ? 'fi' : 'en')
      const reply = await ask(service, teacher, 1103, `?dialect=${dialect}`)
      const row = asSpreadsheet(await reply.text(), dialect).find(({ submissionId }) => submissionId === 9102)
      expect(row).toMatchObject({
        name: `'\t'=1+1;2,"3`,
        username: "'-x",
        studentId: "'+5",
        points: 17,
        'criterion.report': 8.25,
        rounding: 0.25,
        userId: 202,
        upstreamGrade: 0,
        graderName: 'Terry Teacher',
      })
      await prefer(service, 'en')
    },
  )

  it('has no other dialect', async ({ service }) => {
    const reply = await ask(service, undefined, 1103, '?dialect=tab')
    expect(reply.status).toBe(400)
    expect(await reply.json()).toMatchObject({ code: 'validation_failed' })
  })

  it('leaves out judgements that are not completed', async ({ service, teacher }) => {
    const row = (await rowsOf(service, teacher)).find(({ submissionId }) => submissionId === '9101')
    expect(row).toMatchObject({ points: '', 'criterion.structure': '', completedAt: '', delivery: '' })
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

  it('has only points for work without a rubric, next to work with a rubric', async ({ service, teacher }) => {
    await completed(service, 9103)
    const row = (await rowsOf(service, teacher, 1104)).find(({ submissionId }) => submissionId === '9103')
    expect(row).toMatchObject({ points: '12.25', maxPoints: '20', 'criterion.points': '12.25' })
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

/** Work without a rubric that a teacher has judged with 12.25 points. Returns the id of the assessment. */
async function completed(service: TestService, submissionId: number): Promise<string> {
  await registerSubmission(service, { submissionId, submitterIds: [203], exerciseId: 1104 })
  const id = `019ea3f2-7400-7b10-8c2d-3e4f5a6b${submissionId}`
  const scores = { points: { points: 12.25 } }
  await placeAssessment(service, { id, submissionId, exerciseId: 1104, rubricId: null, scores })
  const done = await service.send('POST', `/assessments/${id}/complete`, { ifMatch: '"1"' })
  expect(done.status).toBe(200)
  return id
}

async function prefer(service: TestService, locale: string): Promise<void> {
  const present = await service.get('/preferences')
  const body = { ...((await present.json()) as object), locale }
  const written = await service.send('PUT', '/preferences', { ifMatch: present.headers.get('etag'), body })
  expect(written.status).toBe(204)
}

const separators = { comma: ',', semicolon: ';' }

/** The rows as another program reads them. */
const read = (text: string, dialect: keyof typeof separators = 'comma') =>
  parse<Record<string, string>>(text, {
    bom: true,
    columns: true,
    delimiter: separators[dialect],
    record_delimiter: '\r\n',
  })

/** What is not quoted and looks like a number in the language of the spreadsheet is one. */
function asSpreadsheet(text: string, dialect: keyof typeof separators): Record<string, string | number>[] {
  const number = dialect === 'comma' ? /^-?\d+(\.\d+)?$/ : /^-?\d+(,\d+)?$/
  return parse(text, {
    bom: true,
    columns: true,
    delimiter: separators[dialect],
    record_delimiter: '\r\n',
    cast: (cell, { quoting, header }) => {
      if (quoting || header) return cell
      expect(cell).toMatch(number)
      return Number(cell.replace(',', '.'))
    },
  })
}

/** The points, and what the parts add up to, of the completed submission. */
const sumOf = (rows: readonly Record<string, string>[]): number[] => {
  const row = rows.find(({ submissionId }) => submissionId === '9102') ?? {}
  const parts = Object.keys(row).filter((name) =>
    /^(criterion\.|starting|automatic|adjustment|rounding|limit|other)/.test(name),
  )
  return [Number(row['points']), parts.reduce((sum, name) => sum + Number(row[name]), 0)]
}

const ask = (service: TestService, session?: string, exerciseId = 1103, query = ''): Promise<Response> =>
  service.get(`/courses/11/exercises/${exerciseId}/grades${query}`, session)

const rowsOf = async (service: TestService, teacher: string, exerciseId = 1103) =>
  read(await (await ask(service, teacher, exerciseId)).text())
