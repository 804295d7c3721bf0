import { readConfig } from '@course-grading/http-kit'
import { describe, expect, it } from 'vitest'
import { erasuresConfig, revokeConfig, rotateConfig } from './command-config.ts'

describe.each([
  ['erasures', (env: Environment) => readConfig(erasuresConfig, env)],
  ['revoke-sessions', (env: Environment) => readConfig(revokeConfig, env)],
  ['rotate-session-keys', (env: Environment) => readConfig(rotateConfig, env)],
] as const)('%s', (_name, read) => {
  it('rejects a remote database without TLS verification in production, unless it is allowed', () => {
    expect(read(remote)).toMatchObject({
      ok: false,
      problems: [{ variable: 'DATABASE_URL', problem: expect.stringContaining('DATABASE_ALLOW_PLAIN') }],
    })
    expect(read({ ...remote, DATABASE_ALLOW_PLAIN: '1' })).toMatchObject({ ok: true })
    expect(read({ ...remote, DATABASE_URL: `${remote.DATABASE_URL}?sslmode=verify-full` })).toMatchObject({ ok: true })
  })
})

type Environment = Readonly<Record<string, string>>

const remote: Environment & { DATABASE_URL: string } = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://role:password@db.example.org/course_grading',
  SESSION_KEYS: `k1:${Buffer.from(Array.from({ length: 32 }, (_, index) => (index * 37) % 251)).toString('base64')}`,
}
