import { findInstalledPrograms } from '@course-grading/test-embedded-postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BackedUpDatabase } from './backed-up-database.ts'

const programs = findInstalledPrograms()
const title = `the PostgreSQL of compose.yaml${programs === null ? ' (left out: no PostgreSQL is installed)' : ''}`

describe.skipIf(programs === null)(title, () => {
  let database: BackedUpDatabase
  beforeAll(async () => {
    database = new BackedUpDatabase(programs!)
    await database.prepare()
  })
  afterAll(() => database.remove())

  it('has an owner who makes tables and roles, and is no superuser', async () => {
    await database.query('CREATE TABLE public.written (id integer); CREATE ROLE course_grading_public_api')
    expect(await database.query('SELECT rolsuper FROM pg_roles WHERE rolname = current_user')).toEqual([
      { rolsuper: false },
    ])
  })

  it('lets no role make large objects', async () => {
    await expect(database.query('SELECT lo_create(0)')).rejects.toThrow('permission denied')
  })

  it('lets its superuser in over no network, and the role of the backups into no database with data', async () => {
    await expect(database.query('SELECT 1', database.superuserUrl)).rejects.toThrow('pg_hba.conf')
    await expect(database.query('SELECT 1', database.urlOfBackup('course_grading'))).rejects.toThrow('pg_hba.conf')
    const asked = "SELECT rolsuper, rolreplication, pg_has_role('pg_read_all_data', 'member') AS reads FROM pg_roles"
    expect(await database.query(`${asked} WHERE rolname = current_user`, database.urlOfBackup('postgres'))).toEqual([
      { rolsuper: false, rolreplication: false, reads: false },
    ])
  })
})
