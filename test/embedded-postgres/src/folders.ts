import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClusterUser } from './cluster-user.ts'
import { findClusterUser, isReachable } from './cluster-user.ts'

/** The temp directory, or /tmp if the configured one is closed to the user that PostgreSQL runs as. */
export function reachableTempDir(user: ClusterUser = findClusterUser()): string {
  const found = [tmpdir(), '/tmp'].find((dir) => isReachable(user, dir))
  if (found !== undefined) return found
  throw new Error(`Neither ${tmpdir()} nor /tmp can be entered by ${user?.name ?? 'this user'}.`)
}

/** A new empty folder for a cluster that is removed afterwards. */
export function makeTempDataDir(): string {
  const user = findClusterUser()
  return makeIn(reachableTempDir(user), user)
}

/**
 * The same in memory, where the system has enough of it: a database is cloned there ten times as fast. The kernel must have the
 * bytes free, because a container often has 64 MB there, which a cluster would fill.
 */
export function makeMemoryDataDir(): string {
  const user = findClusterUser()
  const { bavail, bsize } = existsSync(memory) ? statfsSync(memory) : { bavail: 0, bsize: 0 }
  const fits = bavail * bsize >= 2 ** 30 && isReachable(user, memory)
  return makeIn(fits ? memory : reachableTempDir(user), user)
}

const memory = '/dev/shm'

function makeIn(parent: string, user: ClusterUser): string {
  const dir = mkdtempSync(join(parent, 'course-grading-pg-'))
  give(user, dir)
  return dir
}

/**
 * The preferred folder if PostgreSQL's user can use it, else the fallback. If root runs this, PostgreSQL's user cannot
 * reach a checkout in a closed home, and a folder that one user has made is closed to another.
 */
export function chooseDataDir(preferred: string, fallbackName: string): string {
  const user = findClusterUser()
  if (makeDataDir(user, preferred)) return preferred
  const owner = user?.uid ?? process.getuid?.() ?? 0
  const fallback = join(reachableTempDir(user), `${fallbackName}-${owner}`)
  if (!makeDataDir(user, fallback)) throw new Error(`PostgreSQL's user cannot use ${preferred}, nor ${fallback}.`)
  return fallback
}

/**
 * Makes the folder so that only the cluster's user can read it. False if that user cannot reach it or it belongs to somebody
 * else.
 */
export function makeDataDir(user: ClusterUser, dir: string): boolean {
  try {
    if (mkdirSync(dir, { recursive: true }) !== undefined || readdirSync(dir).length === 0) give(user, dir)
    return statSync(dir).uid === (user?.uid ?? process.getuid?.()) && isReachable(user, dir)
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EPERM')) return false
    throw error
  }
}

function give(user: ClusterUser, dir: string): void {
  if (user !== null) chownSync(dir, user.uid, user.gid)
  chmodSync(dir, 0o700)
}
