import { describe, expect, it } from 'vitest'
import { argumentsOf, parseDockerfile, type Stage } from './dockerfile.ts'
import { readInfra } from './infra-files.ts'

describe('the image of PostgreSQL', () => {
  it('is its own with a version of pgBackRest that knows PostgreSQL 18, and runs as its user', () => {
    expect(problemsOf(text)).toEqual([])
  })

  it.each([
    ['FROM ${POSTGRES_BASE_IMAGE}', 'FROM postgres:18', 'begins with another image'],
    ['PGBACKREST_VERSION=2.59.0', 'PGBACKREST_VERSION=2.45', 'has a pgBackRest that does not know PostgreSQL 18'],
    ['pgbackrest=${PGBACKREST_VERSION}-*', 'pgbackrest', 'has any version of pgBackRest'],
    ['--mode=0755 /backup-state', '--mode=0755 /state', 'cannot write /backup-state'],
    ['USER postgres\n', '', 'runs as root'],
  ])('is not accepted with %s made %s', (right, wrong, problem) => {
    expect(text).toContain(right)
    expect(problemsOf(text.replace(right, wrong))).toEqual([problem])
  })
})

const text = readInfra('postgres/Dockerfile')

function problemsOf(dockerfile: string): string[] {
  const [stage] = parseDockerfile(dockerfile)
  const [run = ''] = argumentsOf(stage, 'RUN')
  const folders = Array.from(run.matchAll(/install --directory --owner=postgres \S+ \S+ (\S+)/g), ([, path]) => path)
  return [
    ...(stage?.image === '${POSTGRES_BASE_IMAGE}' ? [] : ['begins with another image']),
    ...(versionIn(stage) >= 2.55 ? [] : ['has a pgBackRest that does not know PostgreSQL 18']),
    ...(run.includes('"pgbackrest=${PGBACKREST_VERSION}-*"') ? [] : ['has any version of pgBackRest']),
    ...['/backups', '/backup-state'].flatMap((path) => (folders.includes(path) ? [] : [`cannot write ${path}`])),
    ...(argumentsOf(stage, 'USER').at(-1) === 'postgres' ? [] : ['runs as root']),
  ]
}

const versionIn = (stage: Stage | undefined): number =>
  Number(/^PGBACKREST_VERSION=(\d+\.\d+)/.exec(argumentsOf(stage, 'ARG')[0] ?? '')?.[1])
