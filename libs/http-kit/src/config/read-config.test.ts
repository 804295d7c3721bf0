import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parseOrigin } from './config-url.ts'
import { choice, flag, integer, keyRing, list, optional, secret } from './config-variable.ts'
import { defineConfig, describeConfig, readConfig } from './read-config.ts'
import type { Environment } from './read-config.ts'
import { developmentSecrets } from './development-secrets.ts'
import {
  databaseRules,
  databaseVariables,
  processRules,
  processVariables,
  upstreamRules,
  upstreamVariables,
} from './shared-variables.ts'

const definition = defineConfig({
  service: 'some-service',
  variables: {
    ...processVariables({ port: 8081, shutdownGraceS: 15 }),
    ...databaseVariables({ role: 'some_service' }),
    ...upstreamVariables,
    SOME_SECRET: secret({ about: 'a secret', developmentDefault: 'dev-some-secret-00000000000000000000' }),
    SOME_SECRET_PREVIOUS: optional(secret({ about: 'the one before' })),
    SOME_KEYS: keyRing({
      about: 'keys',
      developmentDefault: `dev:${Buffer.from('development-key-0123456789abcdef').toString('base64')}`,
    }),
    ORIGINS: list({ about: 'origins', default: '', expects: 'origins', entry: parseOrigin }),
    MODE: choice({ about: 'a choice', default: 'one', words: ['one', 'two'] }),
    FLAG: flag({ about: 'a flag', default: '0' }),
    SHORT_S: integer({ about: 'inner', default: 5, min: 1, max: 100 }),
    LONG_S: integer({ about: 'outer', default: 10, min: 1, max: 100 }),
  },
  rules: [
    ...processRules,
    ...databaseRules((url) => url.includes('db.example')),
    ...upstreamRules,
    {
      variables: ['SHORT_S', 'LONG_S'],
      problem: 'must be less than LONG_S',
      broken: ({ SHORT_S, LONG_S }) => SHORT_S >= LONG_S,
    },
  ],
})

const drawn = (seed: number): Buffer =>
  Buffer.from(Array.from({ length: 32 }, (_, index) => (index * 37 + seed * 11) % 251))

const developmentKey = Buffer.from('development-key-0123456789abcdef').toString('base64')
const developmentRing = `dev:${developmentKey}`

const production: Environment = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://role:password@db/course_grading',
  UPSTREAM_BASE_URL: 'https://plus.example.org',
  SOME_SECRET: 'kJ8s2mQpZ4xV7tB1nC6yH3wL9rD5fG0a',
  SOME_KEYS: `k1:${drawn(1).toString('base64')}`,
}

function read(env: Environment) {
  const result = readConfig(definition, env)
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  return result.config
}

function problemsOf(env: Environment, switches: readonly string[] = []): string[] {
  const result = readConfig(definition, env, switches)
  return result.ok ? [] : result.problems.map(({ variable, problem }) => `${variable} ${problem}`)
}

const folder = mkdtempSync(join(tmpdir(), 'read-config-'))
afterAll(() => {
  rmSync(folder, { recursive: true })
})

function fileWith(text: string): string {
  const path = join(mkdtempSync(join(folder, 'file-')), 'secret')
  writeFileSync(path, text)
  return path
}

describe('readConfig', () => {
  it('makes development work with nothing set, an empty variable being an absent one', () => {
    const config = read({ PORT: '', OPS_PORT: '' })
    expect(config).toMatchObject({
      production: false,
      HOST: '127.0.0.1',
      PORT: 8081,
      LOG_LEVEL: 'info',
      FLAG: false,
      ORIGINS: [],
      UPSTREAM_BASE_URL: 'http://127.0.0.1:8090',
    })
    expect([config.OPS_PORT, config.SOME_SECRET_PREVIOUS, config.SOME_KEYS[0]?.id]).toEqual([
      undefined,
      undefined,
      'dev',
    ])
  })

  it('gives typed values', () => {
    const config = read({
      PORT: '9000',
      FLAG: '1',
      MODE: 'two',
      ORIGINS: 'https://a.example, https://b.example:8443/',
      UPSTREAM_BASE_URL: 'https://plus.example.org/',
    })
    expect(config).toMatchObject({
      PORT: 9000,
      FLAG: true,
      MODE: 'two',
      ORIGINS: ['https://a.example', 'https://b.example:8443'],
      UPSTREAM_BASE_URL: 'https://plus.example.org',
    })
  })

  it('tells every problem at once', () => {
    expect(problemsOf({ PORT: 'x', LOG_LEVEL: 'loud', SOME_KEYS: 'k:1', SHORT_S: '10', NODE_ENV: 'prod' })).toEqual([
      'NODE_ENV must be one of production, development, test',
      'PORT must be an integer from 0 to 65535',
      'LOG_LEVEL must be one of debug, info, warn, error, silent',
      'SOME_KEYS must be id:base64 of 32 bytes, comma-separated, ids of a-z, 0-9 and -, no id and no key twice',
      'SHORT_S must be less than LONG_S',
    ])
  })

  it.each(['-1', '1.0', '1e3', '0x10', '010', ' 7', '65536', '9999999999999999999', 'NaN', '١'])(
    'takes no PORT of %j',
    (PORT) => {
      expect(problemsOf({ PORT })).toEqual(['PORT must be an integer from 0 to 65535'])
    },
  )

  it.each([
    'ftp://a.example',
    'a.example',
    'https://',
    'https://user:pw@a.example',
    'https://a.example/?q=1',
    'https://a.example/#x',
    'https://a.example/api/v2',
    'https://a.example/api/v2/',
    'https://a b',
    'https:\\\\a.example',
  ])('takes no UPSTREAM_BASE_URL of %j', (UPSTREAM_BASE_URL) => {
    expect(problemsOf({ UPSTREAM_BASE_URL })).toHaveLength(1)
  })

  it('reads a secret from the file that X_FILE names, without the line end', () => {
    expect(read({ SOME_SECRET_FILE: fileWith('from-a-file\n') }).SOME_SECRET).toBe('from-a-file')
  })

  it.each([
    [
      'both are set',
      { SOME_SECRET: 'a', SOME_SECRET_FILE: fileWith('b') },
      'SOME_SECRET is set twice: by itself and by SOME_SECRET_FILE',
    ],
    [
      'there is no such file',
      { SOME_SECRET_FILE: '/nowhere/at/all' },
      'SOME_SECRET_FILE does not name a readable file of at most 64 KiB',
    ],
    [
      'it is a folder',
      { SOME_SECRET_FILE: tmpdir() },
      'SOME_SECRET_FILE does not name a readable file of at most 64 KiB',
    ],
    [
      'it never ends',
      { SOME_SECRET_FILE: '/dev/zero' },
      'SOME_SECRET_FILE does not name a readable file of at most 64 KiB',
    ],
    [
      'its text does not fit',
      { SOME_SECRET_FILE: fileWith('two\nlines') },
      'SOME_SECRET must be 1 to 256 visible characters',
    ],
  ])('refuses X_FILE when %s', (_name, env, problem) => {
    expect(problemsOf(env)).toEqual([problem])
  })

  it('takes a file for secrets alone', () => {
    expect(read({ LOG_LEVEL_FILE: fileWith('debug') }).LOG_LEVEL).toBe('info')
  })
})

describe('readConfig in production', () => {
  it('accepts what is drawn, long and used once', () => {
    expect(problemsOf(production)).toEqual([])
  })

  it('needs what development has a default for', () => {
    expect(problemsOf({ NODE_ENV: 'production' })).toEqual([
      'DATABASE_URL is required',
      'UPSTREAM_BASE_URL is required',
      'SOME_SECRET is required',
      'SOME_KEYS is required',
    ])
  })

  const placeholder = 'must not be a default or a placeholder in production'
  const madeUp = 'must not hold a default or a made-up key in production'
  it.each<[string, Environment, string]>([
    ['the default secret', { SOME_SECRET: 'dev-some-secret-00000000000000000000' }, `SOME_SECRET ${placeholder}`],
    ['a placeholder', { SOME_SECRET: 'change-me-to-32-random-bytes-or-more' }, `SOME_SECRET ${placeholder}`],
    ['one character many times', { SOME_SECRET: 'x'.repeat(40) }, `SOME_SECRET ${placeholder}`],
    [
      '31 bytes',
      { SOME_SECRET: 'kJ8s2mQpZ4xV7tB1nC6yH3wL9rD5fG0' },
      'SOME_SECRET must have at least 32 bytes in production',
    ],
    [
      'a secret twice',
      { SOME_SECRET_PREVIOUS: production['SOME_SECRET'] },
      'SOME_SECRET_PREVIOUS must differ from SOME_SECRET in production',
    ],
    [
      'a key as a secret',
      { SOME_SECRET: drawn(1).toString('base64') },
      'SOME_KEYS must differ from SOME_SECRET in production',
    ],
    [
      'a made-up key',
      { SOME_KEYS: `k:${Buffer.alloc(32).toString('base64')}` },
      'SOME_KEYS must not hold a default or a made-up key in production',
    ],
    [
      'the default secret and a blank',
      { SOME_SECRET: 'dev-some-secret-00000000000000000000 ' },
      'SOME_SECRET must be 1 to 256 visible characters',
    ],
    [
      'a secret that another service has for development',
      { SOME_SECRET: developmentSecrets.manualGradingSecret },
      `SOME_SECRET ${placeholder}`,
    ],
    ...(
      [
        ['the default ring', developmentRing],
        ['the default ring and a blank', `${developmentRing} `],
        ['the default key under another id', `k1:${developmentKey}`],
        ['the default key behind a drawn one', `k1:${drawn(1).toString('base64')},k2:${developmentKey}`],
        ['the key that another ring has for development', `k1:${developmentSecrets.capabilityKeys.split(':')[1]}`],
      ] as const
    ).map(([what, SOME_KEYS]): [string, Environment, string] => [what, { SOME_KEYS }, `SOME_KEYS ${madeUp}`]),
    ['a development key as a secret', { SOME_SECRET: developmentKey }, `SOME_SECRET ${placeholder}`],
    [
      'an exposed database',
      { DATABASE_URL: 'postgres://role:password@db.example/course_grading' },
      'DATABASE_URL must be on this machine or have sslmode=verify-full in production, unless DATABASE_ALLOW_PLAIN is 1',
    ],
    ['settings of OpenSSL', { OPENSSL_CONF: '/openssl.cnf' }, 'OPENSSL_CONF must not be set in production'],
    [
      'http upstream',
      { UPSTREAM_BASE_URL: 'http://a.example' },
      'UPSTREAM_BASE_URL must be https in production, unless UPSTREAM_ALLOW_HTTP is 1',
    ],
    ['a proxy', { https_proxy: 'http://proxy' }, 'https_proxy must not be set in production'],
    ['an extra CA', { NODE_EXTRA_CA_CERTS: '/ca.pem' }, 'NODE_EXTRA_CA_CERTS must not be set in production'],
    [
      'no TLS checks',
      { NODE_TLS_REJECT_UNAUTHORIZED: '0' },
      'NODE_TLS_REJECT_UNAUTHORIZED switches off a protection; not in production',
    ],
    ...[
      '--tls-min-v1.0',
      '--tls_min_v1.1',
      '--tls-max-v1.2',
      '--tls-cipher-list=ALL',
      '--tls-keylog=/keys',
      '--openssl-legacy-provider',
      '--insecure-http-parser',
      '--insecure_http_parser',
      '--max-old-space-size=99 --use_system-ca',
      '"--use-open"ssl_ca',
      '--use\\_env-proxy',
    ].map((options): [string, Record<string, string>, string] => [
      `the switch ${options}`,
      { NODE_OPTIONS: options },
      'NODE_OPTIONS switches off a protection; not in production',
    ]),
    ["the machine's authorities", { NODE_USE_SYSTEM_CA: '1' }, 'NODE_USE_SYSTEM_CA must not be set in production'],
  ])('refuses %s', (_name, env, problem) => {
    expect(problemsOf({ ...production, ...env })).toEqual([problem])
  })

  it.each([
    '--tls-min-v1.0',
    '--tls-cipher-list=DEFAULT@SECLEVEL=0',
    '--insecure-http-parser',
    '--insecure_http_parser',
    '--inspect=0.0.0.0',
  ])('refuses the switch %s on the command line of node', (given) => {
    expect(problemsOf(production, ['--enable-source-maps', given])).toEqual([
      'the command line of node switches off a protection; not in production',
    ])
    expect(problemsOf({}, [given])).toEqual([])
  })

  it.each(['--tls-min-v1.3', '--tls-min-v1.2', '--enable-source-maps', '--max-old-space-size=512'])(
    'lets the switch %s be',
    (given) => {
      expect(problemsOf({ ...production, NODE_OPTIONS: given }, [given])).toEqual([])
    },
  )

  it('takes an exposed database when that is asked for by name', () => {
    expect(
      problemsOf({
        ...production,
        DATABASE_URL: 'postgres://role:password@db.example/course_grading',
        DATABASE_ALLOW_PLAIN: '1',
      }),
    ).toEqual([])
  })

  it('takes http upstream when that is asked for by name', () => {
    expect(problemsOf({ ...production, UPSTREAM_BASE_URL: 'http://a.example', UPSTREAM_ALLOW_HTTP: '1' })).toEqual([])
  })
})

describe('describeConfig', () => {
  it('tells name, defaults and secrecy of each variable', () => {
    const described = describeConfig(definition)
    expect(described.find(({ name }) => name === 'SOME_SECRET')).toMatchObject({
      secrecy: 'secret',
      fileVariable: 'SOME_SECRET_FILE',
      default: undefined,
      requiredInProduction: true,
    })
    expect(described.find(({ name }) => name === 'PORT')).toMatchObject({
      secrecy: undefined,
      fileVariable: undefined,
      default: '8081',
      requiredInProduction: false,
    })
  })
})
