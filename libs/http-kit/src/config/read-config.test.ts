import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { developmentSecrets } from './development-secrets.ts'
import { definition, problemsOf } from './read-config.fixture.ts'
import { describeConfig, readConfig, type Environment } from './read-config.ts'
afterAll(() => {
  rmSync(folder, { recursive: true })
})

describe('readConfig', () => {
  it('uses the development defaults for absent and empty variables', () => {
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

  it('returns typed values', () => {
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

  it('reports every problem at once', () => {
    expect(problemsOf({ PORT: 'x', LOG_LEVEL: 'loud', SOME_KEYS: 'k:1', SHORT_S: '10', NODE_ENV: 'prod' })).toEqual([
      'NODE_ENV must be one of production, development, test',
      'PORT must be an integer from 0 to 65535',
      'LOG_LEVEL must be one of debug, info, warn, error, silent',
      'SOME_KEYS must be id:base64 of 32 bytes, comma-separated, ids of a-z, 0-9 and -, no id and no key twice',
      'SHORT_S must be less than LONG_S',
    ])
  })

  it.each(['-1', '1.0', '1e3', '0x10', '010', ' 7', '65536', '9999999999999999999', 'NaN', '١'])(
    'rejects the PORT %j',
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
  ])('rejects the UPSTREAM_BASE_URL %j', (UPSTREAM_BASE_URL) => {
    expect(problemsOf({ UPSTREAM_BASE_URL })).toHaveLength(1)
  })

  it('reads a secret from the file that X_FILE names, without the line end', () => {
    expect(read({ SOME_SECRET_FILE: fileWith('from-a-file\n') }).SOME_SECRET).toBe('from-a-file')
  })

  it.each([
    [
      'X is set, too',
      { SOME_SECRET: 'a', SOME_SECRET_FILE: fileWith('b') },
      'SOME_SECRET is set twice: by itself and by SOME_SECRET_FILE',
    ],
    [
      'the file does not exist',
      { SOME_SECRET_FILE: '/nowhere/at/all' },
      'SOME_SECRET_FILE does not name a readable file of at most 64 KiB',
    ],
    [
      'the file is a folder',
      { SOME_SECRET_FILE: tmpdir() },
      'SOME_SECRET_FILE does not name a readable file of at most 64 KiB',
    ],
    [
      'the file never ends',
      { SOME_SECRET_FILE: '/dev/zero' },
      'SOME_SECRET_FILE does not name a readable file of at most 64 KiB',
    ],
    [
      'the text of the file does not fit',
      { SOME_SECRET_FILE: fileWith('two\nlines') },
      'SOME_SECRET must be 1 to 256 visible characters',
    ],
  ])('refuses X_FILE when %s', (_name, env, problem) => {
    expect(problemsOf(env)).toEqual([problem])
  })

  it('accepts a file for secrets only', () => {
    expect(read({ LOG_LEVEL_FILE: fileWith('debug') }).LOG_LEVEL).toBe('info')
  })
})

describe('readConfig for a service that others than this machine can reach', () => {
  const drawn = Buffer.from(Array.from({ length: 32 }, (_, index) => (index * 37) % 251)).toString('base64')
  const own = { SOME_SECRET: 'kJ8s2mQpZ4xV7tB1nC6yH3wL9rD5fG0a', SOME_KEYS: `k1:${drawn}` }
  const refused = ['SOME_SECRET', 'SOME_KEYS'].map(
    (name) => `${name} must not be a default where HOST is not a loopback address`,
  )

  it.each([
    '0.0.0.0',
    '::',
    '10.0.0.1',
    'localhost.example',
    '1.127.0.0',
    '128.0.0.1',
    '127.0.0.1.example.org',
    'localhost.',
    'evil127.0.0.1',
    'evil.localhost',
    'localhostlocalhost',
    '127.0.0.1.',
    '127.0.0.1:80',
    '127.1',
    '::1:1',
    '::ffff:10.0.0.1',
    'localhost:80',
  ])('refuses secrets for development on %s', (HOST) => {
    expect(problemsOf({ HOST })).toEqual(refused)
    expect(problemsOf({ HOST, NODE_ENV: 'development' })).toEqual(refused)
    expect(problemsOf({ ...own, HOST })).toEqual([])
  })

  it('refuses a key for development after another one, and the development secret of another service', () => {
    const SOME_KEYS = `${own.SOME_KEYS},k2:${Buffer.from('development-key-0123456789abcdef').toString('base64')}`
    const SOME_SECRET = developmentSecrets.manualGradingSecret
    expect(problemsOf({ HOST: '0.0.0.0', SOME_SECRET, SOME_KEYS })).toEqual(refused)
  })

  it.each(['127.0.0.1', '127.9.9.9', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', 'localhost', 'LOCALHOST'])(
    'accepts them on %s, which others cannot reach',
    (HOST) => {
      expect(problemsOf({ HOST })).toEqual([])
    },
  )
})

describe('describeConfig', () => {
  it('returns name, defaults and secrecy of each variable', () => {
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

function read(env: Environment) {
  const result = readConfig(definition, env)
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  return result.config
}

const folder = mkdtempSync(join(tmpdir(), 'read-config-'))

function fileWith(text: string): string {
  const path = join(mkdtempSync(join(folder, 'file-')), 'secret')
  writeFileSync(path, text)
  return path
}
