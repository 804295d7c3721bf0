import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

it('a benchmark starts by itself, outside a run of tests', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    encoding: 'utf8',
  })
  expect({ status, stderr }).toEqual({ status: 64, stderr: '' })
  expect(stdout).toContain('Name a benchmark')
})
