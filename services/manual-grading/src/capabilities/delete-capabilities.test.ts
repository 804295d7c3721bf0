import { describe, expect, it } from 'vitest'
import { openService } from '../service.fixture.ts'

const service = await openService()

const remove = async (query: string): Promise<unknown> =>
  await (await service.request('DELETE', `/manual-grading/capabilities${query}`)).json()

describe('deleteCapabilities', () => {
  it('deletes the capabilities of one exercise, except those whose grade is being delivered', async () => {
    for (const submissionId of [3001, 3002, 3003]) await service.register(submissionId)
    await service.register(3101, { exerciseId: 1104 })
    await service.complete(3002)
    expect(await remove('?courseId=11&exerciseId=1103')).toEqual({ deleted: 2, kept: 1 })
    expect(await remove('?courseId=11&exerciseId=1103')).toEqual({ deleted: 0, kept: 1 })
    expect(await service.database.query('SELECT submission_id::int AS id FROM capability ORDER BY 1')).toEqual([
      { id: 3002 },
      { id: 3101 },
    ])
  })

  it('deletes nothing if the ids do not belong together', async () => {
    expect(await remove('?courseId=13&exerciseId=1104')).toEqual({ deleted: 0, kept: 0 })
  })
})
