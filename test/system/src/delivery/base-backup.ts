import { appendFile, chown, copyFile, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

interface BaseBackup {
  /** The primary's URL, with the credentials of its owner. */
  readonly url: string
  /** The server's folder, and the folder of the copy, which is empty and belongs to the server's user. */
  readonly from: string
  readonly to: string
  /** Runs while the files are copied. */
  readonly meanwhile: () => Promise<void>
}

/** Copies a running server. A server that is started on the copy is a standby of the first. */
export type TakeBaseBackup = (backup: BaseBackup) => Promise<void>

/**
 * Does what pg_basebackup does, which the embedded PostgreSQL does not include. It copies the files of a running server, which
 * are not consistent with each other, and the backup label, which says from where the log has to be replayed. The log itself is
 * streamed.
 */
export const copyRunning: TakeBaseBackup = async ({ url, from, to, meanwhile }) => {
  const [source, target] = [join(from, 'pgdata'), join(to, 'pgdata')]
  // Both calls use one connection, because the end of the session aborts the backup.
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query("SELECT pg_backup_start('standby', fast => TRUE)")
    await Promise.all([
      copyTree(source, target),
      copyOwned(join(from, 'owner-password'), join(to, 'owner-password')),
      meanwhile(),
    ])
    await copyOwned(join(source, lastFile), join(target, lastFile))
    const {
      rows: [stopped],
    } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop()')
    const label = join(target, 'backup_label')
    await writeFile(label, stopped!.labelfile, { mode: 0o600 })
    await own(source, label)
  } finally {
    await client.end()
  }
  await follow(source, target, url)
}

/** Turns a copy into a standby of the server at this URL. */
async function follow(source: string, target: string, primaryUrl: string): Promise<void> {
  const { hostname, port, username, password } = new URL(primaryUrl)
  const signal = join(target, 'standby.signal')
  await writeFile(signal, '', { mode: 0o600 })
  await own(source, signal)
  await appendFile(
    join(target, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password}'\n`,
  )
}

/** Copied last. It names the server's own latest checkpoint, which may be later than the one from which a copy must recover. */
const lastFile = 'global/pg_control'
const neverCopied = /^(?:postmaster\.(?:pid|opts)|pg_internal\.init.*|pgsql_tmp.*|.*\.tmp|pg_control)$/
/** The content of these folders belongs to the running server, or arrives with the log. */
const copiedEmpty = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])

async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o700 })
  await own(from, to)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory() && copiedEmpty.has(entry.name)) {
      await mkdir(target, { mode: 0o700 })
      await own(source, target)
    } else if (entry.isDirectory()) await copyTree(source, target)
    else if (!neverCopied.test(entry.name)) await copyOwned(source, target).catch(unlessGone)
  }
}

/** A server removes files while they are copied. Its log records the removal too. */
function unlessGone(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}

/** Copies a file that only the server's user may read, and keeps its owner. */
export async function copyOwned(from: string, to: string): Promise<void> {
  await copyFile(from, to)
  await own(from, to)
}

/** The test and the server may run as different users. */
async function own(like: string, path: string): Promise<void> {
  const { uid, gid } = await stat(like)
  await chown(path, uid, gid)
}
