import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { findBinaries } from './binaries.ts'
import { findClusterUser } from './cluster-user.ts'
import { makeTempDataDir } from './folders.ts'
import { ensureCluster } from './init-cluster.ts'

/** A new folder, removed when the test has ended. */
export function temporaryDir(): string {
  const dir = makeTempDataDir()
  onTestFinished(() => {
    rmSync(dir, { recursive: true, force: true })
  })
  return dir
}

/**
 * Makes one cluster for all tests of a file. The returned function fills a folder with a copy of it, by default a new
 * folder.
 */
export function useClusterCopies(): (dir?: string) => string {
  const original = makeTempDataDir()
  beforeAll(async () => {
    const user = findClusterUser()
    await ensureCluster(findBinaries(user), user, original, false)
  })
  afterAll(() => {
    rmSync(original, { recursive: true, force: true })
  })
  return (dir = temporaryDir()) => {
    // Node's own cp would make the current user the owner of every file.
    execFileSync('cp', ['-a', `${original}/.`, dir])
    return dir
  }
}
