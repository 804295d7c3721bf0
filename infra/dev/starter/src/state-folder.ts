import { createHash } from 'node:crypto'
import { accessSync, constants, lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartError } from './start-error.ts'

/** The folder in which the starter keeps its state between starts. */
export interface StateFolder {
  /** The folder of logs and compile cache. */
  readonly path: string
  /** A name of this root that is unique on the machine, for state that has to be elsewhere. */
  readonly key: string
}

/** `.local` in the root, or a folder of this user in the temp directory if the root cannot be written to. */
export function openStateFolder(root: string): StateFolder {
  const key = `course-grading-${createHash('sha256').update(root).digest('hex').slice(0, 12)}`
  const uid = process.getuid?.() ?? 0
  const path = [join(root, '.local'), join(tmpdir(), `${key}-state-${uid}`)].find((dir) => isOurs(dir, uid))
  if (path === undefined) throw new StartError(`Neither ${root} nor ${tmpdir()} can be written to.`)
  mkdirSync(join(path, 'logs'), { recursive: true })
  return { path, key }
}

/** Another user's folder is not used, not even by root, who could write there and would lock its owner out. */
function isOurs(dir: string, uid: number): boolean {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o755 })
    accessSync(dir, constants.W_OK)
    return lstatSync(dir).uid === uid
  } catch {
    return false
  }
}
