import { describe, expect, it, vi } from 'vitest'
import { remembered } from './remembered.ts'

describe('a function that remembers', () => {
  it('computes again only where a value is another one', () => {
    const compute = vi.fn<(a: object, b: number) => object>((a: object, b: number) => ({ a, b }))
    const sum = remembered(compute)
    const same = {}
    expect(sum(same, 1)).toBe(sum(same, 1))
    expect(sum({}, 1)).not.toBe(sum({}, 1))
    expect(compute).toHaveBeenCalledTimes(3)
  })
})
