import { describe, expect, it } from 'vitest'
import { developmentSecrets } from './development-secrets.ts'
import { problemsOf } from './read-config.fixture.ts'
import type { Environment } from './read-config.ts'

describe('readConfig in production', () => {
  it('accepts secrets that are random, long and used once', () => {
    expect(problemsOf(production)).toEqual([])
  })

  it('requires variables that have a default in development only', () => {
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
      'the same secret in two variables',
      { SOME_SECRET_PREVIOUS: production['SOME_SECRET'] },
      'SOME_SECRET_PREVIOUS must differ from SOME_SECRET in production',
    ],
    [
      'a key as a secret',
      { SOME_SECRET: drawn(1).toString('base64') },
      'SOME_KEYS must differ from SOME_SECRET in production',
    ],
    [
      'a key that is not random',
      { SOME_KEYS: `k:${Buffer.alloc(32).toString('base64')}` },
      'SOME_KEYS must not hold a default or a made-up key in production',
    ],
    [
      'the default secret with a blank after it',
      { SOME_SECRET: 'dev-some-secret-00000000000000000000 ' },
      'SOME_SECRET must be 1 to 256 visible characters',
    ],
    [
      'the development secret of another service',
      { SOME_SECRET: developmentSecrets.manualGradingSecret },
      `SOME_SECRET ${placeholder}`,
    ],
    ...(
      [
        ['the default ring', developmentRing],
        ['the default ring with a blank after it', `${developmentRing} `],
        ['the default key under another id', `k1:${developmentKey}`],
        ['the default key after a random one', `k1:${drawn(1).toString('base64')},k2:${developmentKey}`],
        ['the development key of another ring', `k1:${developmentSecrets.capabilityKeys.split(':')[1]}`],
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
      { UPSTREAM_BASE_URL: 'http://https.example/https:' },
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
    [
      'the certificate authorities of the machine',
      { NODE_USE_SYSTEM_CA: '1' },
      'NODE_USE_SYSTEM_CA must not be set in production',
    ],
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
    'accepts the switch %s',
    (given) => {
      expect(problemsOf({ ...production, NODE_OPTIONS: given }, [given])).toEqual([])
    },
  )

  it('accepts an exposed database if a variable allows it explicitly', () => {
    expect(
      problemsOf({
        ...production,
        DATABASE_URL: 'postgres://role:password@db.example/course_grading',
        DATABASE_ALLOW_PLAIN: '1',
      }),
    ).toEqual([])
  })

  it('accepts an upstream address with http if a variable allows it explicitly', () => {
    expect(problemsOf({ ...production, UPSTREAM_BASE_URL: 'http://a.example', UPSTREAM_ALLOW_HTTP: '1' })).toEqual([])
  })
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
