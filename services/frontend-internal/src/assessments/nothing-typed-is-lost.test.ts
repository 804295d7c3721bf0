import * as writers from '@course-grading/test-kit'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { it as base, type TestService } from '../service-test.fixture.ts'
import { registerSubmission } from './assessments.fixture.ts'

const it = base.extend('world', { scope: 'file' }, ({ service }) => writersOf(service))

describe('the text of two to four writers', () => {
  it(
    'is in the assessment, the feedback, what both were before, or parked for them, in eight generated histories',
    { timeout: 120_000 },
    async ({ world }) => {
      const verdicts = new Set<string>()
      await fc.assert(
        fc.asyncProperty(writers.arbitraryWriters, async (plan) => {
          const written = await writers.playWriters(world, plan)
          for (const { status, code } of written.saves) verdicts.add(code ?? String(status))
          expect(writers.complaintsAbout(written)).toEqual([])
        }),
        { numRuns: 8, endOnFailure: true, examples: [[savedByTwo]] },
      )
      // Without these outcomes the histories would prove little.
      expect([...verdicts]).toEqual(expect.arrayContaining(['204', 'claim_lost']))
    },
  )

  it.for([
    ['criteria', ['one', 'two', 'three']],
    ['annotations', ['a1', 'a2', 'a3']],
  ] as const)('never conflicts where two tabs write different %s', async ([_what, [one, two, three]], { world }) => {
    for (let round = 0; round < 3; round += 1) {
      const save = (tab: number, part: writers.WrittenPart) =>
        ({ kind: 'save', tab, parts: [part], isBase: true, isLost: true }) as const
      const rounds = [
        [save(0, one), save(2, two)],
        [save(2, three), { kind: 'heartbeat', tab: 0 } as const],
      ]
      const { saves } = await writers.playWriters(world, { tabs: 3, rounds })
      expect(saves.map(({ status }) => status)).toEqual([204, 204, 204])
    }
  })
})

/** The grader saves, and then the teacher, who has not claimed it. */
const savedByTwo: writers.WritersPlan = {
  tabs: 2,
  rounds: [0, 1].map((tab) => [{ kind: 'save', tab, parts: ['note'], isBase: true, isLost: false }]),
}

async function writersOf(service: TestService): Promise<writers.WritersWorld> {
  const sessions = new Map([
    [101, await service.signIn(101)],
    [103, await service.signIn(103)],
  ])
  let lastSubmission = 20_000
  const world: writers.WritersWorld = {
    send: async (userId, method, path, { body, headers = {} } = {}) => {
      const reply = await service.request(method, path, { session: sessions.get(userId) ?? null, body, headers })
      const etag = reply.headers.get('etag')
      return {
        status: reply.status,
        revision: etag === null ? null : Number(JSON.parse(etag)),
        text: await reply.text(),
      }
    },
    submit: async () => {
      const submissionId = (lastSubmission += 1)
      await registerSubmission(service, { submissionId, submitterIds: [submissionId] })
      return submissionId
    },
    lapse: async (id) => {
      await service.sql`WITH locked AS (
          SELECT submission_id FROM submission WHERE submission_id = (SELECT submission_id FROM assessment WHERE id = ${id}) FOR NO KEY UPDATE)
        UPDATE assessment SET lease_until = now() - interval '1 second'
        FROM locked WHERE assessment.submission_id = locked.submission_id AND holder_id IS NOT NULL`
    },
  }
  await writers.prepareWriters(world)
  return world
}
