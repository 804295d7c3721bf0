import { describe, expect, it } from 'vitest'
import { newId } from './new-id.ts'

describe('newId', () => {
  it('makes ids of version 7 that ascend, also thousands within one millisecond', () => {
    const ids = Array.from({ length: 20_000 }, newId)
    expect(ids.filter((id, index) => index > 0 && id <= (ids[index - 1] ?? ''))).toEqual([])
    expect(
      ids.filter((id) => !/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)),
    ).toEqual([])
  })

  it('begins with the time at which it was made', () => {
    const before = Date.now()
    const id = newId()
    const madeAt = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
    expect(madeAt).toBeGreaterThanOrEqual(before)
    expect(madeAt).toBeLessThan(before + 60_000)
  })
})
