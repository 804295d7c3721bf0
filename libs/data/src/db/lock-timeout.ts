import pg from 'pg'

/** How long after the server's deadlock_timeout a lock is given up: with less, a deadlock would always be a lock timeout first. */
const marginMs = 500
/** No setting that a person would choose, so that a pooler that sets its own is noticed. */
const probeMs = 60_001

interface LockTimeoutOptions {
  readonly shortestMs: number
  /** Called when sessions get another lock_timeout, as behind a pooler, that is not above deadlock_timeout. */
  readonly onTooShort: () => void
}

/** Returns `lock_timeout` in milliseconds for a pool's sessions; the server's deadlock_timeout is read once, for the first session. */
export function createLockTimeout(config: pg.ClientConfig, { shortestMs, onTooShort }: LockTimeoutOptions) {
  let known: Promise<number> | undefined
  return (): Promise<number> =>
    (known ??= readServer(config).then(
      ({ deadlockMs, lockMs }) => {
        if (lockMs !== probeMs && lockMs !== 0 && lockMs <= deadlockMs) onTooShort()
        return Math.max(shortestMs, deadlockMs + marginMs)
      },
      () => {
        known = undefined
        return shortestMs // the session that is made next fails for the same reason
      },
    ))
}

async function readServer(config: pg.ClientConfig): Promise<{ deadlockMs: number; lockMs: number }> {
  const client = new pg.Client({ ...config, lock_timeout: probeMs })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ name: string; setting: string }>(
      `SELECT name, setting FROM pg_settings WHERE name IN ('deadlock_timeout', 'lock_timeout')`,
    )
    const settingOf = (wanted: string) => Number(rows.find(({ name }) => name === wanted)?.setting)
    return { deadlockMs: settingOf('deadlock_timeout'), lockMs: settingOf('lock_timeout') }
  } finally {
    await client.end().catch(() => {})
  }
}
