import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { TestDatabase } from '@course-grading/test-database'
import { describe, expect, onTestFinished } from 'vitest'
import { createEmptyDatabase } from '../src/testing/empty-database.ts'
import { it } from '../src/testing/open-data.ts'

describe('the migrate command', () => {
  it('migrates the database of MIGRATION_DATABASE_URL rather than that of DATABASE_URL, and exits 0', async ({
    world,
  }) => {
    const empty = await makeEmpty(world, true)
    const first = await run({ MIGRATION_DATABASE_URL: empty.url, DATABASE_URL: 'postgres://127.0.0.1:1/x' })
    expect(first).toMatchObject({ code: 0, output: expect.stringContaining('applied') })
    expect(await run({ DATABASE_URL: empty.url })).toEqual({ code: 0, output: 'migrate: the schema is current\n' })
  })

  it('exits 78 and names the variable when none is given', async () => {
    expect(await run({})).toMatchObject({ code: 78, output: expect.stringContaining('MIGRATION_DATABASE_URL') })
  })

  it.each(['MIGRATION_DATABASE_URL', 'DATABASE_URL'])(
    'exits 78 and names %s where the driver cannot read it, without its value',
    async (variable) => {
      const result = await run({ [variable]: 'postgres://owner:canary%@192.0.2.1/x' })
      expect(result).toMatchObject({ code: 78, output: expect.stringContaining(`migrate: ${variable} must be`) })
      expect(result.output).not.toContain('canary')
    },
  )

  it('refuses a remote database without TLS verification in production, and none on this machine', async ({
    world,
  }) => {
    const exposed = {
      NODE_ENV: 'production',
      MIGRATION_DATABASE_URL: 'postgres://owner:secret-canary@192.0.2.1:1/x?connect_timeout=1',
    }
    const refused = await run(exposed)
    expect(refused).toMatchObject({ code: 78, output: expect.stringContaining('DATABASE_ALLOW_PLAIN') })
    expect(refused.output).not.toContain('canary')
    const { name, url } = await makeEmpty(world, false)
    // It comes as far as the roles, of which there are none.
    const { output } = await run({ NODE_ENV: 'production', MIGRATION_DATABASE_URL: url })
    expect(output).toContain(`${name}_public_api`)
  })

  it('exits 1 and names what is missing, without a stack and without the password', async ({ world }) => {
    const bare = await makeEmpty(world, false)
    const result = await run({ DATABASE_URL: bare.url })
    expect(result).toMatchObject({ code: 1, output: expect.stringContaining(`${bare.name}_public_api`) })
    expect(result.output).not.toMatch(/ at .*\.ts|password/)
    const { password } = new URL(bare.url)
    if (password !== '') expect(result.output).not.toContain(password)
  })
})

async function run(env: NodeJS.ProcessEnv): Promise<{ code: unknown; output: string }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('migrate.ts', import.meta.url))], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code, output: out + error }
}

async function makeEmpty({ testDatabase }: { testDatabase: TestDatabase }, roles: boolean) {
  const empty = await createEmptyDatabase(testDatabase.ownerUrl, `command_${randomBytes(4).toString('hex')}`, roles)
  onTestFinished(() => empty.drop())
  return empty
}
