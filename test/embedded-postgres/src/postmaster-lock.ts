import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The lines of postmaster.pid: 1 is the process id, 4 the port, 8 the state (documented in PostgreSQL's miscadmin.h).
 */
interface PostmasterLock {
  readonly pid: number
  readonly port: number
  readonly state: string
}

export function readPostmasterLock(pgdata: string): PostmasterLock | null {
  try {
    const lines = readFileSync(join(pgdata, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), port: Number(lines[3]), state: (lines[7] ?? '').trim() }
  } catch {
    return null
  }
}

/**
 * The lock, if a running postmaster of this very folder has it. After a crash its process id may be another process's.
 */
export function findLivePostmaster(pgdata: string): PostmasterLock | null {
  const lock = readPostmasterLock(pgdata)
  return lock !== null && commandOf(lock.pid).includes(pgdata) ? lock : null
}

/**
 * Removes the lock of a postmaster that has ended. PostgreSQL itself does not if another process now has its process
 * id.
 */
export function removeStaleLock(pgdata: string): void {
  if (findLivePostmaster(pgdata) === null) rmSync(join(pgdata, 'postmaster.pid'), { force: true })
}

function commandOf(pid: number): string {
  if (!Number.isSafeInteger(pid) || pid <= 0) return ''
  if (!existsSync('/proc/self/cmdline')) {
    return spawnSync('ps', ['-p', `${pid}`, '-o', 'command='], { encoding: 'utf8' }).stdout
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}
