import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { serviceRoleNames } from '@course-grading/test-embedded-postgres'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inRepository } from './infra-files.ts'
import { createOwnDatabase, type OwnDatabase } from './own-database.ts'
import { isInPath } from './programs-in-path.ts'

const hasPsql = isInPath('psql')

describe.skipIf(!hasPsql)(hasPsql ? 'roles.sh' : 'roles.sh (left out: there is no psql)', () => {
  let database: OwnDatabase
  let folder: string

  beforeAll(async () => {
    ;[database, folder] = await Promise.all([createOwnDatabase(), mkdtemp(join(tmpdir(), 'roles-'))])
    await writeFile(join(folder, 'owner_database_url'), database.ownerUrl)
  })

  afterAll(async () => {
    await rm(folder, { recursive: true })
    await database.drop()
  })

  const urlOf = (service: keyof typeof secretNames, password: string): string =>
    Object.assign(new URL(database.ownerUrl), { username: serviceRoleNames(database.name)[service], password }).href
  const runScript = (path = process.env['PATH']) =>
    promisify(execFile)('sh', [inRepository('infra/deploy/postgres/roles.sh')], {
      env: { PATH: path, SECRETS_DIR: folder, ROLES_SQL: inRepository('infra/deploy/postgres/roles.sql') },
    })
  const services = ['publicApi', 'frontendInternal', 'manualGrading'] as const
  const setRoles = async (password: string): Promise<void> => {
    await Promise.all(
      services.map((service) =>
        writeFile(join(folder, secretNames[service]), urlOf(service, `${service}-${password}`)),
      ),
    )
    await runScript()
  }
  const canConnect = async (url: string): Promise<boolean> => {
    const client = new Client({ connectionString: url })
    const connected = client.connect().then(() => client.end())
    return await connected.then(
      () => true,
      () => false,
    )
  }
  const whoConnects = (password: string): Promise<boolean[]> =>
    Promise.all(services.map((service) => canConnect(urlOf(service, `${service}-${password}`))))

  it("makes the roles so that the services' own URLs work, and sets new passwords when it runs again", async () => {
    await setRoles('first')
    expect(await whoConnects('first')).toEqual([true, true, true])
    await setRoles('second')
    expect(await whoConnects('second')).toEqual([true, true, true])
    expect(await whoConnects('first')).toEqual([false, false, false])
  })

  it('has no password on the command line of psql', async () => {
    await setRoles('fourth')
    const ownerUrl = Object.assign(new URL(database.ownerUrl), { password: 'owner-password' }).href
    await writeFile(join(folder, 'owner_database_url'), `${ownerUrl}\n`)
    const programs = await mkdtemp(join(folder, 'programs-'))
    await writeFile(join(programs, 'psql'), '#!/bin/sh\nprintf "%s\\n" "$0" "$@"\necho "PGPASSWORD is $PGPASSWORD"\n', {
      mode: 0o755,
    })
    const { stdout } = await runScript(`${programs}:${process.env['PATH']}`)
    await writeFile(join(folder, 'owner_database_url'), database.ownerUrl)
    const [commandLine, environment] = stdout.split('PGPASSWORD is ')
    expect(commandLine).toContain('-f\n')
    expect(commandLine).not.toMatch(/fourth|owner-password/)
    expect(environment).toBe('owner-password\n')
  })

  it('fails for a URL without a password', async () => {
    await setRoles('third')
    const bare = Object.assign(new URL(database.ownerUrl), { username: 'x', password: '' }).href
    await writeFile(join(folder, secretNames.publicApi), bare)
    await expect(runScript()).rejects.toMatchObject({ code: 1 })
  })
})

/** The names of the secrets that hold the services' URLs. */
const secretNames = {
  publicApi: 'public_api_database_url',
  frontendInternal: 'frontend_internal_database_url',
  manualGrading: 'manual_grading_database_url',
}
