import { describe, expect, it } from 'vitest'
import { argumentsOf, parseDockerfile } from './dockerfile.ts'
import { readInfra } from './infra-files.ts'

describe('the image of PostgreSQL', () => {
  const [stage] = parseDockerfile(readInfra('postgres/Dockerfile'))

  it('is its own with one version of pgBackRest that knows PostgreSQL 18, and runs as its user', () => {
    expect(stage?.image).toBe('${POSTGRES_BASE_IMAGE}')
    const [, version] = /^PGBACKREST_VERSION=(\d+\.\d+)/.exec(argumentsOf(stage, 'ARG')[0] ?? '') ?? []
    expect(Number(version)).toBeGreaterThanOrEqual(2.55)
    expect(argumentsOf(stage, 'RUN').join()).toContain('"pgbackrest=${PGBACKREST_VERSION}-*"')
    expect(argumentsOf(stage, 'USER')).toEqual(['postgres'])
  })

  it('has folders that its user may write', () => {
    const run = argumentsOf(stage, 'RUN').join()
    const folders = Array.from(run.matchAll(/install --directory --owner=postgres \S+ \S+ (\S+)/g), ([, path]) => path)
    expect(folders).toEqual(['/backups', '/backup-state'])
  })
})

describe('pg_hba.conf of compose.yaml', () => {
  it('asks for a password over every network, and has the superuser on its socket alone', () => {
    const lines = readInfra('postgres/pg_hba.conf')
      .split('\n')
      .filter((line) => /^\s*[^#\s]/.test(line))
    expect(lines.map((line) => line.trim().replaceAll(/\s+/g, ' '))).toEqual([
      'local all postgres peer',
      'host all postgres all reject',
      'host postgres course_grading_backup all scram-sha-256',
      'host course_grading course_grading_backup all reject',
      'host course_grading all all scram-sha-256',
    ])
  })
})
