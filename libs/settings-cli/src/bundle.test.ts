import { execFile } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { courseSettingsUpdate } from '@course-grading/contracts/settings/course-settings'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const run = promisify(execFile)
const packageRoot = join(import.meta.dirname, '..')

describe('the bundle of course-settings', () => {
  it('runs alone, has the size and the start that the README says, and begins with a shebang', async () => {
    const readme = readFileSync(join(packageRoot, 'README.md'), 'utf8')
    const [, size] = /It has (\d+) KiB/.exec(readme) ?? []
    expect(Math.abs(statSync(file).size / 1024 - Number(size))).toBeLessThan(10)
    expect(readFileSync(file, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/)
    expect(await run(process.execPath, [file, '--version'], { env: {} })).toMatchObject({
      stdout: '0.1.0\n',
      stderr: '',
    })
  })

  it('says that an older Node is too old, before it does anything else', async () => {
    // Nothing of the bundle's own can run: what it needs first is missing.
    const old = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.1.0' } })
      globalThis.Object.freeze = globalThis.URL = globalThis.RegExp = null`
    const args = ['--import', `data:text/javascript,${encodeURIComponent(old)}`, file, '--version']
    await expect(run(process.execPath, args, { env: {} })).rejects.toMatchObject({
      code: 64,
      stdout: '',
      stderr: 'course-settings needs Node 22 or newer.\n',
    })
  })

  it('prints the schema of the contract', async () => {
    const { stdout } = await run(process.execPath, [file, 'schema'], { env: {} })
    expect(JSON.parse(stdout)).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      ...(JSON.parse(JSON.stringify(courseSettingsUpdate)) as object),
    })
  })
})

/** Built, and copied to where nothing else is. */
const folder = mkdtempSync(join(tmpdir(), 'bundle-'))
const file = join(folder, 'course-settings.mjs')
beforeAll(async () => {
  await run(process.execPath, [join(packageRoot, '../../infra/dev/bundle/src/main.ts'), 'settings-cli'])
  copyFileSync(join(packageRoot, 'dist/course-settings.mjs'), file)
})
afterAll(() => rmSync(folder, { recursive: true }))
