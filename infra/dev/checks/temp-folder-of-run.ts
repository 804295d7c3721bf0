import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * For vitest: a temporary folder for one run, which its processes get as TMPDIR. It is removed however the run ends. What is still in it
 * then is named: a file that could not be loaded, or the server that the run shares, has left it.
 */
export default function setUp(): () => void {
  const before = process.env['TMPDIR']
  const folder = mkdtempSync(join(tmpdir(), 'cg-'))
  // The mode of /tmp itself: PostgreSQL may run as another user, which creates and removes its data here.
  chmodSync(folder, 0o1777)
  process.env['TMPDIR'] = folder
  return () => {
    if (before === undefined) Reflect.deleteProperty(process.env, 'TMPDIR')
    else process.env['TMPDIR'] = before
    // A file whose tests are all skipped gets no hook at its end, so its folder stays, without files.
    const left = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name))
    rmSync(folder, { recursive: true, force: true })
    if (left.length > 0) throw new Error(`The run left in the temporary folder: ${left.slice(0, 20).join(', ')}`)
  }
}
