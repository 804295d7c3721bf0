import { execFile } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inRepository } from './infra-files.ts'

const tools = ['tsc', 'oxlint', 'oxfmt', 'ast-grep', 'redocly']
let root: string

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'standing-checks-'))
  mkdirSync(join(root, 'node_modules/.bin'), { recursive: true })
  for (const script of ['check.mjs', 'run-part.mjs'])
    cpSync(inRepository(`infra/dev/checks/${script}`), join(root, 'infra/dev/checks', script))
})
afterAll(() => {
  rmSync(root, { recursive: true })
})

/** The exit code and output of `pnpm check`, when each installed tool exits with the given code. */
async function check(installed: Readonly<Record<string, number>>): Promise<{ code: number; output: string }> {
  for (const tool of tools) rmSync(join(root, 'node_modules/.bin', tool), { force: true })
  for (const [tool, code] of Object.entries(installed)) {
    const program = join(root, 'node_modules/.bin', tool)
    writeFileSync(program, `#!/bin/sh\necho "${tool} was here"\nexit ${code}\n`)
    chmodSync(program, 0o755)
  }
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [join(root, 'infra/dev/checks/check.mjs')])
    return { code: 0, output: stdout }
  } catch (error) {
    const { code, stdout } = error as { code: number; stdout: string }
    return { code, output: stdout }
  }
}

const allWell = Object.fromEntries(tools.map((tool) => [tool, 0]))

describe('pnpm check', () => {
  it('passes, with one line for each tool, if no tool finds anything', async () => {
    const { code, output } = await check(allWell)
    expect(code).toBe(0)
    expect(output.match(/: ok, /g)).toHaveLength(tools.length)
    expect(output).not.toContain('was here')
  })

  it.each(tools)('fails if %s finds something, and shows what', async (tool) => {
    const { code, output } = await check({ ...allWell, [tool]: 1 })
    expect(code).toBe(1)
    expect(output).toContain(`${tool} was here`)
  })

  it.each(tools)('fails if %s is not installed, and names it', async (tool) => {
    const { [tool]: _missing, ...others } = allWell
    const { code, output } = await check(others)
    expect(code).toBe(1)
    expect(output).toContain(`${tool} is not installed`)
  })
})
