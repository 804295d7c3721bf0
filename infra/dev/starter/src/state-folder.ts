import { createHash } from 'node:crypto'
import { accessSync, constants, lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartError } from './start-error.ts'

/** What the starter keeps between starts. */
export interface StateFolder {
  /** Logs and compile cache. */
  readonly path: string
  /** Name of this root that is unique on the machine, for what has to live elsewhere. */
  readonly key: string
}

/** `.local` in the root; where this user may not write there, a folder of one's own in the temp directory. */
export function openStateFolder(root: string): StateFolder {
  const key = `course-grading-${createHash('sha256').update(root).digest('hex').slice(0, 12)}`
  const uid = process.getuid?.() ?? 0
  const path = [join(root, '.local'), join(tmpdir(), `${key}-state-${uid}`)].find((dir) => isOurs(dir, uid))
  if (path === undefined) throw new StartError(`Neither ${root} nor ${tmpdir()} can be written to.`)
  mkdirSync(join(path, 'logs'), { recursive: true })
  return { path, key }
}

/** Another user's folder is left alone, even by root, who could write there and would lock its owner out. */
function isOurs(dir: string, uid: number): boolean {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o755 })
    accessSync(dir, constants.W_OK)
    return lstatSync(dir).uid === uid
  } catch {
    return false
  }
}
