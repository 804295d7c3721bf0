import { assessmentIds } from '@course-grading/contracts/assessments/assessment-examples'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assessmentClient } from './assessments/assessment-client.fixture.ts'
import { ask, ofSession } from './every-operation.fixture.ts'
import { ownerQuery } from './owner-query.fixture.ts'
import type { TestService } from './service.fixture.ts'
import { startServiceForExamples } from './tested-boundary.fixture.ts'

/** Texts for staff only. Each occurs nowhere else. The last one is in the rubric of the examples. */
const canaries = {
  note: 'zqprivatenote',
  noteOfCompleted: 'zqnoteofcompleted',
  comment: 'zqunreleasedcomment',
  parked: 'zqparkeddraft',
  graderNote: 'Look at the names first.',
} as const
const found = (text: string): string[] => Object.values(canaries).filter((canary) => text.includes(canary))

let service: TestService
beforeAll(async () => {
  service = await startServiceForExamples()
  const { teacher, patch, complete } = await assessmentClient(service)
  const writing = { scores: { report: { points: 8.25, comment: canaries.comment } }, privateNote: canaries.note }
  expect((await patch(assessmentIds.held, writing, { revision: 1 })).status).toBe(204)
  // This save is refused, and so parked.
  expect((await patch(assessmentIds.held, { privateNote: canaries.parked }, { revision: 1 })).status).toBe(412)
  // A completed assessment keeps its private note, too.
  const reopened = await service.request('POST', `/assessments/${assessmentIds.completed}/reopen`, {
    session: teacher,
    body: { reason: 'A note was missing.' },
  })
  expect(reopened.status).toBe(200)
  expect(
    (await patch(assessmentIds.completed, { privateNote: canaries.noteOfCompleted }, { revision: 1 })).status,
  ).toBe(204)
  expect((await complete(assessmentIds.completed, 2)).status).toBe(200)
})
afterAll(() => service.stop())

describe('texts that are only for staff', () => {
  it('is shown to staff, or nothing below would prove anything', async () => {
    const session = await service.signIn(101)
    const reply = await service.request('GET', `/assessments/${assessmentIds.held}`, { session })
    expect(found(await reply.text())).toEqual([canaries.note, canaries.comment, canaries.graderNote])
  })

  it.each([
    ['a student who handed it in', 201],
    ['another student', 202],
    ['a student of other work', 203],
    ['somebody outside the course', 105],
  ])('is in no reply to %s, for any request', async (_who, userId) => {
    const leaks: string[] = []
    let session = await service.signIn(userId)
    for (const operation of ofSession) {
      if (operation[0] === 'deleteSession') session = await service.signIn(userId)
      const reply = await ask(service, operation, { session })
      const text = Buffer.from(await reply.arrayBuffer()).toString('latin1') + JSON.stringify([...reply.headers])
      leaks.push(...found(text).map((canary) => `${operation[0]} ${reply.status}: ${canary}`))
      if (operation[0] === 'deleteSession') session = await service.signIn(userId)
    }
    expect(leaks).toEqual([])
  })

  it('is in no result that sets out for the learning platform', async () => {
    const rows = await ownerQuery(service, 'SELECT feedback_html, payload::text FROM completed_result')
    expect(rows.length).toBeGreaterThan(1)
    expect(found(JSON.stringify(rows))).toEqual([])
  })

  it('is in no refusal, no line of the log and no metric', async () => {
    const session = await service.signIn(101)
    const leaks: string[] = []
    const refused = [
      { privateNote: canaries.note, surprise: canaries.parked },
      { scores: { report: { points: canaries.note } } },
      `"${canaries.note}`,
    ]
    for (const body of refused) {
      const reply = await service.request('PATCH', `/assessments/${assessmentIds.held}`, {
        session,
        body,
        ifMatch: '"1"',
        headers: { 'Content-Type': 'application/merge-patch+json' },
      })
      expect(reply.ok).toBe(false)
      leaks.push(...found(await reply.text()))
    }
    leaks.push(...found(service.logLines.join('\n')))
    leaks.push(...found(await (await fetch(`${service.url}/metrics`)).text()))
    expect(service.logLines.join('\n')).toContain('assessment_completed')
    expect(leaks).toEqual([])
  })
})
