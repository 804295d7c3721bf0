import { describe, expect, it } from 'vitest'
import { openService } from '../service.fixture.ts'

const service = await openService()

describe('deleteCapability', () => {
  it('deletes the capability, and the queue entry if nobody has begun the submission', async () => {
    const submissionId = await registered()
    expect(await remove(submissionId)).toEqual([204])
    expect(await inQueue(submissionId)).toBe(false)
    expect(await remove(submissionId)).toEqual([404, 'not_found'])
  })

  it('keeps the queue entry of a submission that was begun, and erases the URL', async () => {
    const submissionId = await registered()
    await service.complete(submissionId, {}, 'held')
    expect(await remove(submissionId)).toEqual([204])
    expect(
      await service.database.query('SELECT sealed_url FROM capability WHERE submission_id = $1', [submissionId]),
    ).toEqual([{ sealed_url: null }])
  })

  it('checks the given ids', async () => {
    const submissionId = await registered()
    for (const query of ['?courseId=13', '?exerciseId=1104', '?courseId=11&exerciseId=1104']) {
      expect(await remove(submissionId, query)).toEqual([404, 'not_found'])
    }
    expect(await remove(submissionId, '?courseId=11&exerciseId=1103')).toEqual([204])
  })

  it('replies 404 for a submission that was never registered', async () => {
    expect(await remove(9_007_199_254_740_991)).toEqual([404, 'not_found'])
  })

  it('is rejected while the grade is on its way, or may have arrived', async () => {
    const submissionId = await registered()
    const id = await service.complete(submissionId)
    expect(await remove(submissionId)).toEqual([409, 'delivery_pending'])
    await service.putAmbiguous(id)
    expect(await remove(submissionId)).toEqual([409, 'delivery_ambiguous'])
  })
})

const registered = async (): Promise<number> => {
  const submissionId = service.nextSubmissionId()
  await service.register(submissionId)
  return submissionId
}
const remove = async (submissionId: number, query = ''): Promise<unknown[]> => {
  const reply = await service.request('DELETE', `/manual-grading/capabilities/${submissionId}${query}`)
  return reply.status === 204 ? [204] : [reply.status, ((await reply.json()) as { code: string }).code]
}
const inQueue = async (submissionId: number): Promise<boolean> =>
  (await service.database.query('SELECT FROM submission WHERE submission_id = $1', [submissionId])).length > 0
