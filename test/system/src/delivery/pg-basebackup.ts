import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { chown, copyFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { waitFor } from '../service-process.ts'

/** At this rate the copy of a small cluster lasts two seconds, so that the test can write meanwhile. */
const rate = '16M'

interface BaseBackup {
  /** The primary's URL, with the credentials of its owner. */
  readonly url: string
  /** The server's folder, and the folder of the copy, which is empty and belongs to the server's user. */
  readonly from: string
  readonly to: string
  /** Runs while the files are copied. */
  readonly meanwhile: () => Promise<void>
}

/** Copies a running server as an operator does. A server that is started on the copy is a standby of the first. */
export async function takeBaseBackup(programs: string, { url, from, to, meanwhile }: BaseBackup): Promise<void> {
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

/** Copies a file that only the server's user may read, and keeps its owner: the test and the server may run as different users. */
async function copyOwned(from: string, to: string): Promise<void> {
  await copyFile(from, to)
  const { uid, gid } = await stat(from)
  await chown(to, uid, gid)
}
