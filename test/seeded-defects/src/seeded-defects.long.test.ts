import { globSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Catcher } from './defect.ts'
import { defects } from './defects.ts'
import { fullRun } from './full-run.ts'
import { copyTree, type TreeCopy } from './tree-copy.ts'
import { runSuite, suitesOf } from './run-suite.ts'

const all = Object.entries(defects).flatMap(([area, ofArea]) => ofArea.map((defect) => ({ area, ...defect })))
const inThisRun = fullRun ? all : all.filter(({ always }) => always)
const tried = inThisRun.filter(({ leftOut }) => leftOut === undefined)
const timeout = 2_400_000

let copy: TreeCopy
beforeAll(() => {
  copy = copyTree()
})
afterAll(() => copy.remove())

describe('the copy', () => {
  it('has links between its packages, and none to the original tree', () => {
    const links = globSync('{libs,services,test,infra}/*/node_modules/@course-grading/*', { cwd: copy.root })
    expect(links.length).toBeGreaterThan(20)
    for (const link of links) expect(realpathSync(join(copy.root, link))).toContain(realpathSync(copy.root))
  })
})

const namesOf = (names: readonly string[], { test }: Catcher): string[] => names.filter((name) => name.startsWith(test))

describe.skipIf(!fullRun)('without a defect', () => {
  it.each(suitesOf(tried.flatMap(({ caughtBy }) => caughtBy)))(
    'the tests of $file pass',
    { timeout },
    async (suite) => {
      const run = await runSuite(copy, suite)
      expect(run.failed, run.output).toEqual([])
      for (const catcher of suite.catchers) expect(namesOf(run.passed, catcher), catcher.test).not.toEqual([])
    },
  )
})

describe.each(Object.keys(defects))('in %s', (area) => {
  it.each(tried.filter((defect) => defect.area === area))(
    'the tests notice that $title',
    { timeout },
    async ({ edits, caughtBy }) => {
      await copy.withEdits(edits, async () => {
        for (const suite of suitesOf(caughtBy)) {
          const run = await runSuite(copy, suite)
          for (const catcher of suite.catchers)
            expect(namesOf(run.failed, catcher), `${catcher.test}\n${run.output}`).not.toEqual([])
        }
      })
    },
  )
})

describe.each([
  ...Map.groupBy(
    inThisRun.filter(({ leftOut }) => leftOut !== undefined),
    ({ leftOut }) => leftOut,
  ),
])('defects whose tests cannot run here (left out: %s)', (_, leftOut) => {
  it.for(leftOut)('the tests notice that $title', (_defect, { skip }) => skip())
})
