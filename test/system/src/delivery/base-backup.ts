import { appendFile, chown, copyFile, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

export interface BaseBackup {
  /** Of the server, as its owner. */
  readonly url: string
  /** Where the server keeps everything, and where the copy goes: a folder that is empty, and its user's. */
  readonly from: string
  readonly to: string
  /** To be done while the files are copied. */
  readonly meanwhile: () => Promise<void>
}

/** Copies a server that is at work; who starts on the copy is its standby. */
export type TakeBaseBackup = (backup: BaseBackup) => Promise<void>

/**
 * What pg_basebackup does, which the embedded PostgreSQL does not bring: copies the files of a server that is at work, as they
 * come, with the label that says from where on its log makes one state of them. That log is left to be streamed.
 */
export const copyAtWork: TakeBaseBackup = async ({ url, from, to, meanwhile }) => {
  const [source, target] = [join(from, 'pgdata'), join(to, 'pgdata')]
  // Both calls on one connection: a backup whose session ends is none.
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

/** Makes of a copy a standby of the server at this address. */
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

/** Tells where its own server would begin, which may be later than where a copy has to. */
const lastFile = 'global/pg_control'
const neverCopied = /^(?:postmaster\.(?:pid|opts)|pg_internal\.init.*|pgsql_tmp.*|.*\.tmp|pg_control)$/
/** What is in these belongs to the server that runs, or comes with its log. */
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

/** A server removes files while they are copied; its log tells of that too. */
function unlessGone(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}

/** Of a file that only the server's user may read. */
export async function copyOwned(from: string, to: string): Promise<void> {
  await copyFile(from, to)
  await own(from, to)
}

/** Whoever copies may not be whom the server runs as. */
async function own(like: string, path: string): Promise<void> {
  const { uid, gid } = await stat(like)
  await chown(path, uid, gid)
}
