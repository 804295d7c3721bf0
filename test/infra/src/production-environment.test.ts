import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { layOver, parseCompose } from './compose/compose.ts'
import { inRepository, readInfra } from './infra-files.ts'
import { environmentOf, parseEnvFile } from './production-environment.ts'
import { serviceNamed, services } from './services.ts'

describe('a production environment of compose.yaml, .env.example and make-secrets.sh', () => {
  it.each(services)('is one that $name starts in', ({ name, problemsOf }) => {
    expect(problemsOf(environmentOf(compose, name, dotenv, folder))).toEqual([])
  })

  it.each(services)('is one that $name starts in when all optional variables are empty', ({ name, problemsOf }) => {
    const optional = [...readInfra('.env.example').matchAll(/^#([A-Z_]+)=/gm)].map(([, key = '']) => [key, ''] as const)
    const emptied = { ...Object.fromEntries(optional), ...dotenv }
    expect(Object.keys(emptied).length).toBeGreaterThan(30)
    expect(problemsOf(environmentOf(compose, name, emptied, folder))).toEqual([])
  })

  it.each([
    ['frontend-internal', 'frontend_secret', 'compose.rotate-frontend-secret.yaml'],
    ['manual-grading', 'manual_grading_secret', 'compose.rotate-manual-grading-secret.yaml'],
    ['web', 'lti_secret', 'compose.rotate-lti-secret.yaml'],
  ])('is one that %s starts in while %s is rotated', (name, secret, override) => {
    writeFileSync(join(folder, `${secret}_previous`), 'another-secret-that-was-drawn-0123456789')
    const rotating = layOver(compose, readInfra(override))
    expect(serviceNamed(name)?.problemsOf(environmentOf(rotating, name, dotenv, folder))).toEqual([])
  })
})

describe('the environment of a demonstration', () => {
  it.each(services)('is one that $name starts in', ({ name, problemsOf }) => {
    expect(problemsOf(environmentOf(compose, name, demonstration, folder))).toEqual([])
  })

  it('leads people to the simulator by an address that browsers reach, and from there to the pages', () => {
    const of = (name: string) => environmentOf(compose, name, demonstration, folder)
    expect([of('frontend-internal')['UPSTREAM_BASE_URL'], of('web')['UPSTREAM_BASE_URL']]).toEqual([
      'http://simulator:8090',
      'http://localhost:8090',
    ])
    expect(of('simulator')['LTI_LAUNCH_URL']).toBe(`${of('web')['PUBLIC_ORIGIN']}/lti/launch`)
    expect(of('simulator')['LTI_KEY']).toBe(of('web')['LTI_KEY'])
  })
})

describe('make-secrets.sh', () => {
  it('draws every secret of compose.yaml', () => {
    expect(Object.keys(secretsIn(folder))).toEqual(expect.arrayContaining(drawn))
  })

  it("keeps others out of the folder, and lets a container's user read the files", () => {
    const fresh = join(folder, 'fresh')
    mkdirSync(fresh, { mode: 0o755 })
    makeSecrets(fresh)
    expect(statSync(fresh).mode & 0o777).toBe(0o700)
    const modes = readdirSync(fresh).map((name) => statSync(join(fresh, name)).mode & 0o777)
    expect(modes).toEqual(drawn.map(() => 0o444))
    rmSync(fresh, { recursive: true })
  })

  it('never replaces a secret', () => {
    const before = secretsIn(folder)
    makeSecrets(folder)
    expect(secretsIn(folder)).toEqual(before)
  })

  it.each(['chmod 444', 'mv'])('keeps no half secret where it is killed before its %s', (program) => {
    const fresh = join(folder, 'fresh')
    const stub = join(folder, 'stub')
    const [name = '', argument = '*'] = program.split(' ')
    mkdirSync(stub)
    const script = `#!/bin/sh\ncase $1 in ${argument}) kill -9 $PPID ;; esac\n`
    writeFileSync(join(stub, name), script, { mode: 0o755 })
    expect(() => makeSecrets(fresh, `${stub}:`)).toThrow()
    expect(readdirSync(fresh).filter((file) => drawn.includes(file))).toEqual([])
    makeSecrets(fresh)
    expect(readdirSync(fresh).toSorted()).toEqual(drawn.toSorted())
    for (const path of [fresh, stub]) rmSync(path, { recursive: true })
  })

  it('draws a different secret for each', () => {
    const values = Object.entries(secretsIn(folder))
      .filter(([name]) => !name.startsWith('owner_') && !name.endsWith('_previous'))
      .map(([, value]) => value)
    expect(new Set(values).size).toBe(values.length)
  })
})

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'secrets-'))
  makeSecrets(folder)
})
afterAll(() => rmSync(folder, { recursive: true }))

const compose = parseCompose(readInfra('compose.yaml'))
/** The secrets that are drawn; the certificate is the operator's own. */
const drawn = Object.keys(compose.secrets).filter((name) => !name.startsWith('tls_'))
const dotenv = parseEnvFile(readInfra('.env.example'))
const demonstration = parseEnvFile(readInfra('demo.env'))
const makeSecrets = (folder: string, first = ''): void =>
  void execFileSync(inRepository('infra/deploy/make-secrets.sh'), [folder], {
    env: { ...process.env, PATH: `${first}${process.env['PATH']}` },
  })
const secretsIn = (folder: string): Record<string, string> =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
