import type { AssessmentEvent } from '@course-grading/contracts/assessments/list-assessment-history'
import { describe, expect } from 'vitest'
import { note } from './assessment-client.fixture.ts'
import { itOnExamples as it, type TestService } from '../service-test.fixture.ts'

describe('listAssessmentHistory', () => {
  it('shows each step, the newest first, with what saves left', async ({ service, assessments, grader }) => {
    const id = await assessments.placed({ holderId: 103 })
    await assessments.patch(id, { scores: { report: { points: 3 } } }, { session: grader, revision: 1 })
    await assessments.post(id, 'takeover')
    await assessments.patch(id, note('mine'), { revision: 2 })
    const reply = await ask(service, id)
    expect(reply.headers.get('x-assessment-revision')).toBe('3')
    const { items } = (await reply.json()) as { items: AssessmentEvent[] }
    expect(items).toMatchObject([
      {
        event: 'saved',
        by: { userId: 101, fullName: 'Terry Teacher' },
        fromRevision: 2,
        toRevision: 3,
        pointsBefore: 3,
      },
      { event: 'taken_over', by: { userId: 101 }, judgement: null, reason: null },
      {
        event: 'saved',
        by: { userId: 103 },
        fromRevision: 1,
        toRevision: 2,
        pointsBefore: 0,
        pointsAfter: 3,
        judgement: { scores: { report: { points: 3 } }, adjustment: null, privateNote: '' },
      },
    ])
  })

  it('pages through all, each step once, in pages that stay below 2 MiB', async ({ service, assessments }) => {
    const id = await assessments.placed()
    await service.sql`INSERT INTO assessment_event (assessment_id, at, event, by_user_id, from_revision, to_revision, points_before, points_after, reason, judgement)
      SELECT ${id}, now(), 'saved', 101, 1, 1, 0, 0, number::text, json_build_object('scores', '{}'::json, 'adjustment', NULL, 'privateNote',
        repeat('x', CASE WHEN number % 2 = 0 THEN 700000 ELSE 10 END)) FROM generate_series(1, 9) AS number`
    const seen: (string | null)[] = []
    let query = '?limit=4'
    for (let pages = 0; pages < 20; pages += 1) {
      const reply = await ask(service, id, { query })
      const text = await reply.text()
      expect(text.length).toBeLessThan(2 * 1024 * 1024)
      const { items, nextCursor } = JSON.parse(text) as { items: AssessmentEvent[]; nextCursor: string | null }
      expect(items.length).toBeGreaterThan(0)
      seen.push(...items.map(({ reason }) => reason))
      if (nextCursor === null) break
      query = `?limit=4&cursor=${nextCursor}`
    }
    expect(seen).toEqual(['9', '8', '7', '6', '5', '4', '3', '2', '1'])
  })

  it('is empty before anything happened', async ({ service, assessments }) => {
    expect(await history(service, await assessments.placed())).toEqual({ items: [], nextCursor: null })
  })
})

const ask = (
  service: TestService,
  id: string,
  { session, query = '' }: { session?: string | undefined; query?: string } = {},
) => service.get(`/assessments/${id}/history${query}`, session)

const history = async (service: TestService, id: string, query = '') =>
  (await (await ask(service, id, { query })).json()) as { items: AssessmentEvent[]; nextCursor: string | null }
