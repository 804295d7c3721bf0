import { FrontendTransportError } from '@course-grading/frontend-transport'
import { describe, expect } from 'vitest'
import { itOnExamples as it } from '../service-test.fixture.ts'

describe('the transport, with assessments', () => {
  it('reads, saves by either revision, and completes', async ({ assessments, teacher, transport }) => {
    const mine = transport.withSession(teacher)
    const params = { id: await assessments.placed() }
    const read = await mine.getAssessment({ params })
    expect(read.etag).toBe('"1"')
    expect(read.assessmentRevision).toBe(1)
    const saved = await mine.patchAssessment({
      params,
      body: { scores: { structure: { levelId: 'good' }, report: { points: 8.25 } } },
      ifMatch: read.etag,
    })
    expect(saved.status).toBe(204)
    expect(saved.etag).toBe('"2"')
    expect(saved.assessmentRevision).toBe(2)
    const based = await mine.patchAssessment({
      params,
      query: { base: 1 },
      body: { privateNote: 'Hm.' },
      assessmentRevision: 2,
    })
    expect(based.etag).toBe('"3"')
    const { body } = await mine.completeAssessment({ params, ifMatch: based.etag, assessmentRevision: 3 })
    expect(body).toMatchObject({ state: 'completed', points: 17, privateNote: 'Hm.' })
  })

  it('reports a refused save with revision, person and changes', async ({ assessments, teacher, transport }) => {
    const mine = transport.withSession(teacher)
    const params = { id: await assessments.placed() }
    await mine.patchAssessment({ params, query: { base: 1 }, body: { privateNote: 'first' } })
    const refused = mine.patchAssessment({ params, query: { base: 1 }, body: { privateNote: 'second' } })
    const error = await refused.catch((failure: unknown) => failure)
    expect(error).toBeInstanceOf(FrontendTransportError)
    expect(error).toMatchObject({
      status: 409,
      code: 'merge_conflict',
      etag: '"2"',
      detail: expect.stringContaining('Terry Teacher changed it at'),
      fieldErrors: [{ path: '$.privateNote', code: 'changed' }],
    })
    const { body } = await mine.listParkedDrafts({ query: { assessmentId: params.id } })
    expect(body.items).toHaveLength(1)
  })
})
