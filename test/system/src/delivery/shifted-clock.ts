import { copyFileSync, existsSync, globSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeTempDataDir } from '@course-grading/embedded-postgres'

/** Shifts the clock of a process from below it: whatever the process asks, and however. Null where there is no such library. */
export const clockLibrary =
  [process.env['UNPACKED_LIBRARIES'] ?? '', ...globSync('/usr/lib/*')]
    .map((folder) => join(folder, 'faketime/libfaketime.so.1'))
    .find((path) => existsSync(path)) ?? null

/** A clock for processes of a test's own, which can be set while they run; what counts durations goes on as it does. */
export interface ShiftedClock {
  /** Of a process that is to have it. */
  readonly env: Readonly<Record<string, string>>
  /** From now on it is so many seconds before or behind the machine's. */
  readonly set: (aheadS: number) => void
  /** When the processes that had it are gone: of those that were killed something may be left. */
  readonly remove: (pids: readonly number[]) => void
}

export function createShiftedClock(aheadS = 0): ShiftedClock {
  // PostgreSQL's user must get there.
  const folder = makeTempDataDir()
  const [library, file] = [join(folder, 'libfaketime.so.1'), join(folder, 'ahead')]
  copyFileSync(clockLibrary ?? '', library)
  const set = (seconds: number): void => {
    // Whoever reads at this moment gets the one or the other, whole.
    writeFileSync(`${file}.new`, `${seconds < 0 ? '-' : '+'}${Math.abs(seconds)}\n`, { mode: 0o644 })
    renameSync(`${file}.new`, file)
  }
  set(aheadS)
  return {
    env: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    },
    set,
    remove(pids) {
      for (const pid of pids)
        for (const name of [`faketime_shm_${pid}`, `sem.faketime_sem_${pid}`])
          rmSync(join('/dev/shm', name), { force: true })
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
