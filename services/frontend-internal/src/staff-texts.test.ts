import { assessmentIds } from '@course-grading/contracts/assessments/assessment-examples'
import { describe, expect } from 'vitest'
import { assessmentClient } from './assessments/assessment-client.fixture.ts'
import { ask, ofSession } from './every-operation.fixture.ts'
import { startServiceForExamples } from './tested-boundary.fixture.ts'
import { itOn } from './service-test.fixture.ts'

const it = itOn(prepared)

describe('texts that are only for staff', () => {
  it('is shown to staff, or nothing below would prove anything', async ({ service }) => {
    const session = await service.signIn(101)
    const reply = await service.get(`/assessments/${assessmentIds.held}`, session)
    expect(found(await reply.text())).toEqual([canaries.note, canaries.comment, canaries.graderNote])
  })

  it.for([
    ['a student who handed it in', 201],
    ['another student', 202],
    ['a student of other work', 203],
    ['somebody outside the course', 105],
  ] as const)('is in no reply to %s, for any request', async ([_who, userId], { service }) => {
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

  it('is in no result that sets out for the learning platform', async ({ service }) => {
    const rows = await service.sql`SELECT feedback_html, payload::text FROM completed_result`
    expect(rows.length).toBeGreaterThan(1)
    expect(found(JSON.stringify(rows))).toEqual([])
  })

  it('is in no refusal, no line of the log and no metric', async ({ service }) => {
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

async function prepared() {
  const service = await startServiceForExamples()
  const { patch, post, complete } = assessmentClient(service)
  const writing = { scores: { report: { points: 8.25, comment: canaries.comment } }, privateNote: canaries.note }
  await expect(patch(assessmentIds.held, writing, { revision: 1 })).toBeReply(204)
  // This save is refused, and so parked.
  await expect(patch(assessmentIds.held, { privateNote: canaries.parked }, { revision: 1 })).toBeReply(412)
  // A completed assessment keeps its private note, too.
  await expect(post(assessmentIds.completed, 'reopen', { body: { reason: 'A note was missing.' } })).toBeReply(200)
  await expect(patch(assessmentIds.completed, { privateNote: canaries.noteOfCompleted }, { revision: 1 })).toBeReply(
    204,
  )
  await expect(complete(assessmentIds.completed, 2)).toBeReply(200)
  return service
}

/** Texts for staff only. Each occurs nowhere else. The last one is in the rubric of the examples. */
const canaries = {
  note: 'zqprivatenote',
  noteOfCompleted: 'zqnoteofcompleted',
  comment: 'zqunreleasedcomment',
  parked: 'zqparkeddraft',
  graderNote: 'Look at the names first.',
} as const

const found = (text: string): string[] => Object.values(canaries).filter((canary) => text.includes(canary))
