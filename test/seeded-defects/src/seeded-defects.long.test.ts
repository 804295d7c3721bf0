import { globSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defects } from './defects.ts'
import { failedTests } from './failed-tests.ts'
import { copyTree, type TreeCopy } from './tree-copy.ts'

describe('the copy', () => {
  it('has links between its packages, and none to the original tree', () => {
    const links = globSync('{libs,services,test,infra}/*/node_modules/@course-grading/*', { cwd: copy.root })
    expect(links.length).toBeGreaterThan(20)
    for (const link of links) expect(realpathSync(join(copy.root, link))).toContain(realpathSync(copy.root))
  })
})

describe('with a seeded defect', () => {
  it.each(defects)('a test notices that $title', { timeout: 1_300_000 }, async ({ edits, caughtBy }) => {
    const { failed, output } = await copy.withEdits(edits, () => failedTests(copy, caughtBy))
    expect(
      failed.filter((name) => name.startsWith(caughtBy.test)),
      output,
    ).not.toEqual([])
  })
})

let copy: TreeCopy
beforeAll(() => {
  copy = copyTree()
})
afterAll(() => copy.remove())
