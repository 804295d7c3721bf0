import { describe, expect, it, vi } from 'vitest'
import { remembered } from './remembered.ts'

describe('a function that remembers', () => {
  it('computes again only where a value is another one', () => {
    const compute = vi.fn<(a: object, b: number) => object>((a: object, b: number) => ({ a, b }))
    const sum = remembered(compute)
    const same = {}
    const first = sum(same, 1)
    expect([sum(same, 1) === first, compute.mock.calls.length]).toEqual([true, 1])
    expect([sum(same, 2), sum({}, 2), sum(same, 1)]).toEqual([{ a: same, b: 2 }, { a: {}, b: 2 }, first])
    expect(compute).toHaveBeenCalledTimes(4)
  })
})
