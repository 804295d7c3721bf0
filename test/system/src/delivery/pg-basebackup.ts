import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { waitFor } from '../service-process.ts'
import { copyOwned, type TakeBaseBackup } from './base-backup.ts'

/** At this rate the copy of a small cluster lasts two seconds, so that the test can write meanwhile. */
const rate = '16M'

/** Makes a standby as an operator does. It copies only a server of the same version or an older one. */
export const pgBasebackup =
  (programs: string): TakeBaseBackup =>
  async ({ url, from, to, meanwhile }) => {
    const pgdata = join(from, 'pgdata')
    const { uid, gid } = statSync(pgdata)
    const copying = spawn(
      join(programs, 'pg_basebackup'),
      [
        `--dbname=${url}`,
        `--pgdata=${join(to, 'pgdata')}`,
        '--wal-method=stream',
        '--checkpoint=fast',
        '--write-recovery-conf',
        `--max-rate=${rate}`,
        '--no-sync',
      ],
      {
        cwd: '/',
        env: { LC_ALL: 'C' },
        ...(process.getuid?.() === uid ? {} : { uid, gid }),
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    )
    const [output, ended] = [text(copying.stderr), once(copying, 'close')]
    // If the program fails at once, there is nothing to wait for, and its output is reported below.
    await Promise.all([
      Promise.race([untilCopying(url), ended]).then(meanwhile),
      copyOwned(join(from, 'owner-password'), join(to, 'owner-password')),
    ])
    const [code] = await ended
    if (code !== 0) throw new Error(`pg_basebackup ended with ${code}:\n${await output}`)
  }

async function untilCopying(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await waitFor('the files to be copied', async () => {
      const { rowCount } = await client.query(
        "SELECT FROM pg_stat_progress_basebackup WHERE phase = 'streaming database files'",
      )
      return rowCount === 1
    })
  } finally {
    await client.end()
  }
}
