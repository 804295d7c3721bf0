import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { defects } from './defects.ts'
import { checkout, edited } from './tree-copy.ts'

describe('every defect', () => {
  it.each(defects)('can still be applied: $title', ({ edits }) => {
    const texts = new Map<string, string>()
    for (const edit of edits)
      texts.set(edit.file, edited(texts.get(edit.file) ?? readFileSync(join(checkout, edit.file), 'utf8'), edit))
  })

  it.each(defects)('names a test file that exists: $title', ({ caughtBy }) => {
    expect(existsSync(join(checkout, caughtBy.file))).toBe(true)
  })

  it('is one of twenty at most', () => {
    expect(defects.length).toBeLessThanOrEqual(20)
  })
})
