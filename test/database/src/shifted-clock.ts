import { copyFileSync, existsSync, globSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeTempDataDir } from '@course-grading/test-embedded-postgres'

/** The path of libfaketime, which shifts the clock of a process below the runtime. Null if it is not installed. */
export const clockLibrary =
  [process.env['UNPACKED_LIBRARIES'] ?? '', ...globSync('/usr/lib/*')]
    .map((folder) => join(folder, 'faketime/libfaketime.so.1'))
    .find((path) => existsSync(path)) ?? null

/** A wall clock for processes of a test, which can be set while they run. The monotonic clock is not changed. */
export interface ShiftedClock {
  /** The environment of a process with this clock. */
  readonly env: Readonly<Record<string, string>>
  /** Sets the clock this many seconds ahead of the machine's, or behind it if negative. */
  readonly set: (aheadS: number) => void
  /** Removes the clock when its processes have ended, and the shared memory that killed ones left behind. */
  readonly remove: (pids: readonly number[]) => void
}

export function createShiftedClock(aheadS = 0): ShiftedClock {
  // A folder that PostgreSQL's user can read.
  const folder = makeTempDataDir()
  const [library, file] = [join(folder, 'libfaketime.so.1'), join(folder, 'ahead')]
  copyFileSync(clockLibrary ?? '', library)
  const set = (seconds: number): void => {
    // Renamed, so that a reader gets either the old or the new content, never a part.
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
