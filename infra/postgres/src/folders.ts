import { chmodSync, chownSync, mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClusterUser } from './cluster-user.ts'
import { findClusterUser, isReachable } from './cluster-user.ts'

/** The temp directory, or /tmp where the configured one is closed to the user that PostgreSQL runs as. */
export function reachableTempDir(user: ClusterUser = findClusterUser()): string {
  const found = [tmpdir(), '/tmp'].find((dir) => isReachable(user, dir))
  if (found === undefined) throw new Error(`Neither ${tmpdir()} nor /tmp can be entered by ${user?.name ?? 'this user'}.`)
  return found
}

/** A new empty folder for a throwaway cluster. */
export function makeTempDataDir(): string {
  const user = findClusterUser()
  const dir = mkdtempSync(join(reachableTempDir(user), 'course-grading-pg-'))
  give(user, dir)
  return dir
}

/**
 * The preferred folder when PostgreSQL's user can get there, else the fallback. Under root a checkout in a closed home
 * is out of reach of the user that PostgreSQL runs as.
 */
export function chooseDataDir(preferred: string, fallbackName: string): string {
  const user = findClusterUser()
  if (makeDataDir(user, preferred)) return preferred
  const fallback = join(reachableTempDir(user), fallbackName)
  if (!makeDataDir(user, fallback)) throw new Error(`PostgreSQL's user cannot use ${preferred}, nor ${fallback}.`)
  return fallback
}

/** Makes the folder for the cluster's user alone; false when that user cannot get there. */
export function makeDataDir(user: ClusterUser, dir: string): boolean {
  mkdirSync(dir, { recursive: true })
  give(user, dir)
  return isReachable(user, dir)
}

function give(user: ClusterUser, dir: string): void {
  if (user === null) return
  chownSync(dir, user.uid, user.gid)
  chmodSync(dir, 0o700)
}
