import { beforeEach, describe, expect, it } from 'vitest'
import { openService, startReplica } from '../service.fixture.ts'

const service = await openService()

describe('resetAssessments', () => {
  let at = 3000
  beforeEach(async () => {
    for (const fixture of [true, true, false]) {
      at += 1
      await service.register(at, { fixture })
      await service.complete(at, {}, 'held')
    }
  })

  it('deletes results and deliveries of fixtures only', async () => {
    expect(await reset()).toEqual([200, { assessments: 2, feedback: 2, deliveries: 2 }])
    expect(await counts()).toEqual({ deliveries: 1, results: 1, submissions: 3 })
    expect(await reset()).toEqual([200, { assessments: 0, feedback: 0, deliveries: 0 }])
  })

  it('deletes results and deliveries of one submission, if it is a fixture', async () => {
    expect(await reset(`&submissionId=${at - 1}`)).toEqual([200, { assessments: 1, feedback: 1, deliveries: 1 }])
    expect(await reset(`&submissionId=${at}`)).toEqual([200, { assessments: 0, feedback: 0, deliveries: 0 }])
  })

  it('is disabled together with fixture tooling', async () => {
    const without = await startReplica(service, { FIXTURE_TOOLING: 'disabled' })
    expect(await reset('', without)).toMatchObject([403, { code: 'fixtures_disabled' }])
    await without.stop()
  })
})

const reset = async (query = '', { request } = service): Promise<unknown[]> => {
  const reply = await request('DELETE', `/manual-grading/assessments?courseId=11&exerciseId=1103${query}`)
  return [reply.status, await reply.json()]
}
const counts = async (): Promise<unknown> =>
  (
    await service.database.query(
      'SELECT (SELECT count(*)::int FROM delivery) AS deliveries, (SELECT count(*)::int FROM completed_result) AS results, (SELECT count(*)::int FROM submission) AS submissions',
    )
  )[0]
