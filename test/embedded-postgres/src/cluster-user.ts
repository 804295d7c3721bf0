import { spawnSync } from 'node:child_process'

/** The user of the operating system that PostgreSQL runs as; null means whoever runs this process. */
export type ClusterUser = { readonly name: string; readonly uid: number; readonly gid: number } | null

/** PostgreSQL refuses uid 0, and its user must have a name, so root runs it as `postgres`, else as `nobody`. */
export function findClusterUser(): ClusterUser {
  if (process.getuid?.() !== 0) return null
  for (const name of ['postgres', 'nobody']) {
    const uid = idOf('-u', name)
    const gid = idOf('-g', name)
    if (uid !== null && gid !== null && uid > 0) return { name, uid, gid }
  }
  throw new Error('PostgreSQL does not run as root, and this system has neither a user "postgres" nor "nobody".')
}

interface ChildIdentity {
  readonly cwd: string
  readonly env: Record<string, string>
  readonly uid?: number
  readonly gid?: number
}

/**
 * Options with which `spawn` runs a child as this user, in a folder that everybody can enter, without PG* and locale
 * variables.
 */
export function asClusterUser(user: ClusterUser): ChildIdentity {
  const base = { cwd: '/', env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C' } }
  return user === null ? base : { ...base, uid: user.uid, gid: user.gid }
}

/**
 * Whether the user may enter, read and execute the path. The system itself is asked, so that the result holds for any mount.
 */
export function isReachable(user: ClusterUser, path: string): boolean {
  const testArguments = ['-r', path, '-a', '-x', path]
  return spawnSync('test', testArguments, { ...asClusterUser(user), stdio: 'ignore' }).status === 0
}

function idOf(flag: '-u' | '-g', name: string): number | null {
  const result = spawnSync('id', [flag, name], { encoding: 'utf8' })
  return result.status === 0 ? Number(result.stdout.trim()) : null
}
