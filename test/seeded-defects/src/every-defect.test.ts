import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { defects } from './defects.ts'
import { checkout, edited } from './tree-copy.ts'

const all = Object.values(defects).flat()

describe('every defect', () => {
  it.each(all)('can still be applied: $title', ({ edits, caughtBy }) => {
    const texts = new Map<string, string>()
    for (const edit of edits)
      texts.set(edit.file, edited(texts.get(edit.file) ?? readFileSync(join(checkout, edit.file), 'utf8'), edit))
    expect(caughtBy).not.toEqual([])
  })

  it.each(all)('names test files that exist: $title', ({ caughtBy }) => {
    expect(caughtBy.filter(({ file }) => !existsSync(join(checkout, file)))).toEqual([])
  })

  it('has a title of its own', () => {
    const titles = all.map(({ title }) => title)
    expect(new Set(titles).size).toBe(titles.length)
  })
})

describe('each suite about deliveries', () => {
  it.each(globSync('test/system/src/delivery/*.test.ts', { cwd: checkout }))(
    'has a defect that it must notice: %s',
    (file) => {
      expect(
        all.filter(({ caughtBy }) => caughtBy.some((catcher) => catcher.file === file)).map(({ title }) => title),
      ).not.toEqual([])
    },
  )
})
