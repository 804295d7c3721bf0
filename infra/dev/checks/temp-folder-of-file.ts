import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, expect } from 'vitest'

/**
 * For vitest, before each test file: gives it its own temporary folder. A file that leaves something there fails, and the folder is removed
 * all the same. This hook is registered first, so it runs after the file's own.
 */
const before = process.env['TMPDIR']
const folder = mkdtempSync(join(tmpdir(), `${basename(expect.getState().testPath ?? 'test', '.test.ts')}-`))
chmodSync(folder, 0o1777)
process.env['TMPDIR'] = folder

afterAll(() => {
  process.env['TMPDIR'] = before ?? ''
  const left = readdirSync(folder)
  rmSync(folder, { recursive: true, force: true })
  if (left.length > 0) throw new Error(`The file left in the temporary folder: ${left.join(', ')}`)
})
