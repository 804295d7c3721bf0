import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { aroundAll, expect } from 'vitest'

/**
 * For vitest, before each test file: gives it its own temporary folder. A file that leaves something there fails, and the folder is removed
 * all the same. What the file starts once, hooks and fixtures, has ended by then.
 */
const before = process.env['TMPDIR']
const folder = mkdtempSync(join(tmpdir(), `${basename(expect.getState().testPath ?? 'test', '.test.ts')}-`))
chmodSync(folder, 0o1777)
process.env['TMPDIR'] = folder

aroundAll(async (runFile) => {
  await runFile()
  process.env['TMPDIR'] = before ?? ''
  const left = readdirSync(folder)
  rmSync(folder, { recursive: true, force: true })
  if (left.length > 0) throw new Error(`The file left in the temporary folder: ${left.join(', ')}`)
})
