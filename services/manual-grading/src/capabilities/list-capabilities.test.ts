import type { StoredCapability } from '@course-grading/data/capabilities/capability-rows'
import { beforeAll, describe, expect, it } from 'vitest'
import { openService } from '../service.fixture.ts'

const service = await openService()

describe('listCapabilities', () => {
  it('lists the capabilities of one exercise by submission, without deleted ones', async () => {
    const page = await list()
    expect(page.items.map(({ submissionId, state }) => [submissionId, state])).toEqual([
      [3001, 'stored'],
      [3002, 'expired'],
      [3003, 'used'],
      [3005, 'stored'],
    ])
    expect(page.nextCursor).toBeNull()
    expect(JSON.stringify(page)).not.toMatch(/token|http|sealed/)
  })

  it.each([
    ['stored', [3001, 3005]],
    ['used', [3003]],
    ['expired', [3002]],
  ])('lists capabilities that are %s', async (state, ids) => {
    expect(idsOf(await list(`&state=${state}`))).toEqual(ids)
  })

  it('lists all capabilities page by page', async () => {
    const first = await list('&limit=3')
    expect(idsOf(first)).toEqual([3001, 3002, 3003])
    const second = await list(`&limit=3&cursor=${first.nextCursor}`)
    expect([idsOf(second), second.nextCursor]).toEqual([[3005], null])
  })

  it('lists nothing for an exercise of another course', async () => {
    const reply = await service.request('GET', '/manual-grading/capabilities?courseId=13&exerciseId=1103')
    expect(await reply.json()).toEqual({ items: [], nextCursor: null })
  })

  it.each([
    'x',
    'W10',
    Buffer.from('["capabilities","3001"]').toString('base64url'),
    Buffer.from('["students",3001]').toString('base64url'),
  ])('rejects a cursor that was never issued: %s', async (cursor) => {
    expect((await list(`&cursor=${cursor}`)).code).toBe('invalid_cursor')
  })

  it.each(['state=deleted', 'limit=0', 'limit=201', 'limit=x'])('refuses %s', async (parameter) => {
    expect((await list(`&${parameter}`)).code).toBe('validation_failed')
  })
})

interface Page {
  readonly items: readonly StoredCapability[]
  readonly nextCursor: string | null
  readonly code?: string
}
const list = async (query = ''): Promise<Page> =>
  (await (
    await service.request('GET', `/manual-grading/capabilities?courseId=11&exerciseId=1103${query}`)
  ).json()) as Page
const idsOf = ({ items }: Page): number[] => items.map(({ submissionId }) => submissionId)

beforeAll(async () => {
  for (const submissionId of [3005, 3001, 3003, 3002, 3004]) await service.register(submissionId)
  await service.register(3101, { exerciseId: 1104 })
  await service.request('DELETE', '/manual-grading/capabilities/3004')
  await service.database.query(
    "UPDATE capability SET expires_at = registered_at + interval '1 microsecond' WHERE submission_id = 3002",
  )
  await service.database.query('UPDATE capability SET used_at = now() WHERE submission_id = 3003')
})
