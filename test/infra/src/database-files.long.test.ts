import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findInstalledPrograms, makeTempDataDir, type Postgres, startPostgres } from '@course-grading/embedded-postgres'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inRepository } from './infra-files.ts'

const programs = findInstalledPrograms()
const title = `the PostgreSQL of compose.yaml${programs === null ? ' (left out: no PostgreSQL is installed)' : ''}`

describe.skipIf(programs === null)(title, () => {
  let folder: string
  let server: Postgres
  const urlOf = (user: string, password: string, database = 'course_grading'): string =>
    Object.assign(new URL(server.url), { username: user, password, pathname: `/${database}` }).href
  const ownerUrl = () => urlOf('course_grading_owner', passwords.owner_password)
  const script = (name: string, args: readonly string[] = [], env: Record<string, string> = {}) => {
    const { hostname, port } = new URL(server.url)
    return promisify(execFile)('sh', [deployed(name), ...args], {
      env: {
        PATH: `${programs}:${process.env['PATH']}`,
        PGHOST: hostname,
        PGPORT: port,
        SECRETS_DIR: folder,
        BACKUPS_DIR: folder,
        OWNER_SQL: deployed('owner.sql'),
        ...env,
      },
    })
  }
  const query = async (url: string, sql: string): Promise<Record<string, unknown>[]> => {
    const client = new Client({ connectionString: url })
    await client.connect()
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows
    } finally {
      await client.end()
    }
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'database-files-'))
    chmodSync(folder, 0o755)
    for (const [name, text] of Object.entries(passwords)) writeFileSync(join(folder, name), text)
    for (const name of ['wal', 'base']) {
      mkdirSync(join(folder, name))
      chmodSync(join(folder, name), 0o777)
    }
    const dataDir = makeTempDataDir()
    server = await startPostgres({ dataDir, programs: programs! })
    await query(server.url, 'CREATE DATABASE course_grading')
    const { username, password } = new URL(server.url)
    await script('owner.sh', [], { PGUSER: username, PGPASSWORD: password })
    await server.stop()
    const settings = {
      hba_file: deployed('pg_hba.conf'),
      archive_mode: 'on',
      archive_command: `BACKUPS_DIR=${folder} sh ${deployed('archive.sh')} %p %f`,
    }
    server = await startPostgres({ dataDir, programs: programs!, settings })
  })
  afterAll(async () => {
    await server.stop()
    rmSync(server.dataDir, { recursive: true })
    rmSync(folder, { recursive: true })
  })

  it('has an owner who makes tables and roles, and is no superuser', async () => {
    await query(ownerUrl(), 'CREATE TABLE public.written (id integer); CREATE ROLE course_grading_public_api')
    expect(await query(ownerUrl(), 'SELECT rolsuper FROM pg_roles WHERE rolname = current_user')).toEqual([
      { rolsuper: false },
    ])
  })

  it('lets no role make large objects', async () => {
    await expect(query(ownerUrl(), 'SELECT lo_create(0)')).rejects.toThrow('permission denied')
  })

  it('lets its superuser in over no network, and the role of the backups into no database', async () => {
    const { username, password } = new URL(server.url)
    await expect(query(urlOf(username, password), 'SELECT 1')).rejects.toThrow('pg_hba.conf')
    const backup = urlOf('course_grading_backup', passwords.backup_password)
    await expect(query(backup, 'SELECT 1')).rejects.toThrow('pg_hba.conf')
  })

  it('archives each finished piece of the WAL, and never over another', async () => {
    const piece = join(folder, 'piece')
    writeFileSync(piece, 'first')
    await script('archive.sh', [piece, '0000'])
    await script('archive.sh', [piece, '0000'])
    writeFileSync(piece, 'other')
    await expect(script('archive.sh', [piece, '0000'])).rejects.toMatchObject({ code: 1 })
  })

  it('is backed up, and the newest backups are kept with the WAL since the oldest of them', async () => {
    utimesSync(join(folder, 'wal/0000'), 1, 1)
    await expect(script('backup.sh', ['check'])).rejects.toMatchObject({ code: 1 })
    await script('backup.sh', ['once'], { BACKUPS_KEPT: '1' })
    await script('backup.sh', ['check'])
    const [first = ''] = readdirSync(join(folder, 'base'))
    expect(readdirSync(join(folder, 'base', first, 'data'))).toContain('base.tar.gz')
    expect(readdirSync(join(folder, 'wal'))).not.toContain('0000')
    // Names are of seconds.
    await new Promise((later) => setTimeout(later, 1_100))
    await script('backup.sh', ['once'], { BACKUPS_KEPT: '1' })
    const kept = readdirSync(join(folder, 'base'))
    expect(kept).toHaveLength(1)
    expect(kept).not.toContain(first)
    await expect.poll(() => readdirSync(join(folder, 'wal')).length).toBeGreaterThan(0)
  })

  it('is restored from a base backup and the archive, with what was written since', async () => {
    await query(ownerUrl(), 'CREATE TABLE public.late AS SELECT 7 AS id')
    const [backup = ''] = readdirSync(join(folder, 'base'))
    // What is not archived yet is archived at the end.
    await server.stop()
    const restored = makeTempDataDir()
    const unpack = [
      `cp -p ${server.dataDir}/owner-password ${restored}/ && mkdir ${restored}/pgdata`,
      `tar -xzf ${folder}/base/${backup}/data/base.tar.gz -C ${restored}/pgdata`,
      `tar -xzf ${folder}/base/${backup}/data/pg_wal.tar.gz -C ${restored}/pgdata/pg_wal`,
      `touch ${restored}/pgdata/recovery.signal && chown -R --reference=${server.dataDir}/pgdata ${restored}/pgdata`,
      `chmod 700 ${restored}/pgdata`,
    ]
    await promisify(execFile)('sh', ['-ec', unpack.join('\n')])
    const settings = { restore_command: `cp ${folder}/wal/%f %p` }
    const copy = await startPostgres({ dataDir: restored, programs: programs!, ephemeral: true, settings })
    try {
      const url = Object.assign(new URL(copy.url), { pathname: '/course_grading' }).href
      expect(await query(url, 'SELECT id FROM public.late')).toEqual([{ id: 7 }])
    } finally {
      await copy.stop()
    }
  })
})

const deployed = (name: string): string => inRepository(`infra/deploy/postgres/${name}`)
const passwords = { owner_password: 'owner-password', backup_password: 'backup-password' }
