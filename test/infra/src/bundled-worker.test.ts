import { bundleProgram } from '@course-grading/bundle'
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

describe('bundleProgram', () => {
  it('makes one file of a program and the module of its thread, and the file does the same as the source', async () => {
    const bundle = join(folder, 'out/main.js')
    await bundleProgram({ entry: source, bundle })
    expect(await readdir(join(folder, 'out'))).toEqual(['main.js'])
    for (const program of [source, bundle]) {
      const { stdout } = await run(process.execPath, [program], { cwd: folder })
      expect(stdout).toBe('[[2,2]]')
    }
  })

  it('rejects a program whose thread cannot be bundled', async () => {
    const entry = join(folder, 'main.ts')
    const bundle = join(folder, 'out/main.js')
    await writeFile(entry, "new Worker(new URL('./a-worker.ts', import.meta.url))\n")
    await writeFile(join(folder, 'a-worker.ts'), "import 'not-there'\n")
    await expect(bundleProgram({ entry, bundle })).rejects.toThrow('not-there')
    await writeFile(entry, "new Worker(new URL('./thread.ts', import.meta.url))\n")
    await expect(bundleProgram({ entry, bundle })).rejects.toThrow('not bundled: ./thread.ts')
  })
})

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bundle-'))
})
afterEach(() => rm(folder, { recursive: true }))

const source = join(import.meta.dirname, 'compare-lines.fixture.ts')
const run = promisify(execFile)
