import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { rules } from './rules.ts'
import { readSourceTree } from './source-tree.ts'

describe('the checkout', () => {
  const tree = readSourceTree(join(import.meta.dirname, '../../..'))

  it.each(Object.keys(rules))('%s', (name) => {
    expect(rules[name]?.(tree)).toEqual([])
  })
})
