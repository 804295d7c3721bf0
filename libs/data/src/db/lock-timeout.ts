import pg from 'pg'

/** How long after the server's deadlock_timeout a lock is given up: with less, a deadlock would always be a lock timeout first. */
const marginMs = 500
/** No setting that a person would choose, so that a pooler that sets its own is noticed. */
const probeMs = 60_001

interface LockTimeoutOptions {
  readonly shortestMs: number
  readonly onTooShort: () => void
  readonly onRole: (role: string, database: string) => void
}

/** Returns `lock_timeout` in milliseconds for a pool's sessions; the server's deadlock_timeout is read once, for the first session. */
export function createLockTimeout(config: pg.ClientConfig, { shortestMs, onTooShort, onRole }: LockTimeoutOptions) {
  let known: Promise<number> | undefined
  return (): Promise<number> =>
    (known ??= readServer(config).then(
      ({ deadlockMs, lockMs, role, database }) => {
        onRole(role, database)
        if (lockMs !== probeMs && lockMs !== 0 && lockMs <= deadlockMs) onTooShort()
        return Math.max(shortestMs, deadlockMs + marginMs)
      },
      () => {
        known = undefined
        return shortestMs // the session that is made next fails for the same reason
      },
    ))
}

interface ServerFacts {
  readonly deadlockMs: number
  readonly lockMs: number
  readonly role: string
  readonly database: string
}

async function readServer(config: pg.ClientConfig): Promise<ServerFacts> {
  const client = new pg.Client({ ...config, lock_timeout: probeMs })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ name: string; setting: string; role: string; database: string }>(
      `SELECT name, setting, current_user AS role, current_database() AS database FROM pg_settings
       WHERE name IN ('deadlock_timeout', 'lock_timeout')`,
    )
    const settingOf = (wanted: string) => Number(rows.find(({ name }) => name === wanted)?.setting)
    const { role = '', database = '' } = rows[0] ?? {}
    return { deadlockMs: settingOf('deadlock_timeout'), lockMs: settingOf('lock_timeout'), role, database }
  } finally {
    await client.end().catch(() => {})
  }
}
