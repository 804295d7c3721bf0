import {
  createFrontendTransport,
  type FrontendTransport,
  FrontendTransportError,
} from '@course-grading/frontend-transport'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { frontendSecret, type TestService } from '../service.fixture.ts'
import { startServiceForExamples } from '../tested-boundary.fixture.ts'
import { type AssessmentClient, assessmentClient } from './assessment-client.fixture.ts'

let service: TestService
let client: AssessmentClient
let transport: FrontendTransport
beforeAll(async () => {
  service = await startServiceForExamples()
  client = await assessmentClient(service)
  transport = createFrontendTransport({ baseUrl: service.url, secret: frontendSecret })
})
afterAll(async () => {
  await transport.close()
  await service.stop()
})

describe('the transport, with assessments', () => {
  it('reads, saves by either revision, and completes', async () => {
    const mine = transport.withSession(client.teacher)
    const params = { id: await client.placed() }
    const read = await mine.getAssessment({ params })
    expect([read.etag, read.assessmentRevision]).toEqual(['"1"', 1])
    const saved = await mine.patchAssessment({
      params,
      body: { scores: { structure: { levelId: 'good' }, report: { points: 8.25 } } },
      ifMatch: read.etag,
    })
    expect([saved.status, saved.etag, saved.assessmentRevision]).toEqual([204, '"2"', 2])
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

  it('reports a refused save with the current revision, who changed it, and what changed', async () => {
    const mine = transport.withSession(client.teacher)
    const params = { id: await client.placed() }
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
