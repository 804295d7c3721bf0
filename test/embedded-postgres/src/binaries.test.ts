import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findBinaries, usableNativeDir } from './binaries.ts'
import { findClusterUser, isReachable } from './cluster-user.ts'
import { reachableTempDir } from './folders.ts'

const isRoot = process.getuid?.() === 0

describe('findBinaries', () => {
  it('finds the programs of PostgreSQL 18, for the user that is to run them', () => {
    const user = findClusterUser()
    const { initdb, postgres } = findBinaries(user)
    expect(isReachable(user, initdb)).toBe(true)
    expect(execFileSync(postgres, ['--version'], { encoding: 'utf8' })).toMatch(/PostgreSQL\) 18\./)
  })
})

describe.runIf(isRoot)('usableNativeDir, when another user cannot enter the folder', () => {
  it('copies it once to where that user can run it, links included', () => {
    const native = closedNativeDir()
    const user = findClusterUser()
    const copy = usableNativeDir(user, native)
    forgetAfter(copy)
    expect(isReachable(user, join(copy, 'bin/postgres'))).toBe(true)
    expect(readFileSync(join(copy, 'lib/link'), 'utf8')).toBe('library')
    expect(usableNativeDir(user, native)).toBe(copy)
  })

  it('never runs what another user has put where the copy would be', () => {
    const native = closedNativeDir()
    const user = findClusterUser()
    const key = createHash('sha256').update(native).digest('hex').slice(0, 12)
    const planted = join(reachableTempDir(user), `course-grading-pg-programs-${key}`)
    mkdirSync(join(planted, 'bin'), { recursive: true })
    forgetAfter(planted)
    writeFileSync(join(planted, 'bin/postgres'), 'planted')
    chownSync(planted, user?.uid ?? 0, user?.gid ?? 0)
    const copy = usableNativeDir(user, native)
    forgetAfter(copy)
    expect(copy).not.toBe(planted)
    expect(readFileSync(join(copy, 'bin/postgres'), 'utf8')).toBe('program')
  })
})

/** A folder like the package's, with the modes that an installation with umask 077 gives it. */
function closedNativeDir(): string {
  const home = mkdtempSync(join(reachableTempDir(), 'closed home '))
  forgetAfter(home)
  const native = join(home, 'native')
  for (const dir of ['bin', 'lib']) mkdirSync(join(native, dir), { recursive: true, mode: 0o700 })
  writeFileSync(join(native, 'bin/postgres'), 'program', { mode: 0o700 })
  writeFileSync(join(native, 'lib/library'), 'library', { mode: 0o600 })
  symlinkSync('library', join(native, 'lib/link'))
  chmodSync(home, 0o700)
  return native
}

function forgetAfter(dir: string): void {
  onTestFinished(() => {
    rmSync(dir, { recursive: true, force: true })
  })
}
