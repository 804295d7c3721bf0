import { getCACertificates, setDefaultCACertificates, type TLSSocket, type TlsOptions } from 'node:tls'
import { createCertificate, startPlainPeer, type PeerScript, type PlainPeer } from '@course-grading/test-kit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ConnectionError } from './connection-error.ts'
import { openConnection, type ConnectionOptions } from './open-connection.ts'
beforeAll(() => setDefaultCACertificates([...trusted, authority.cert]))
afterAll(() => setDefaultCACertificates(trusted))
afterEach(async () => {
  await Promise.all(peers.splice(0).map((peer) => peer.close()))
})

describe('openConnection', () => {
  it('connects to an address', async () => {
    const { port } = await startPeer()
    expect(await stopOf({ port })).toBe('opened')
  })

  it('resolves a name by the system', async () => {
    const { port } = await startPeer()
    expect(await stopOf({ hostname: 'localhost', port, cidrs: ['127.0.0.0/8', '::1/128'] })).toBe('opened')
    expect(await stopOf({ hostname: 'nobody.invalid', port })).toBe('unreachable')
  })

  it('resolves a name once, and connects to an address that was checked', async () => {
    const peer = await startPeer()
    let asked = 0
    // The name must be resolved only once, so the second reply of the name server must have no effect.
    const resolveName = async () => [asked++ === 0 ? '127.0.0.1' : '169.254.169.254']
    expect(await stopOf({ hostname: 'plus.test', port: peer.port }, { resolveName })).toBe('opened')
    expect([asked, peer.connections()]).toEqual([1, 1])
  })

  it.each([
    ['the only address', ['127.0.0.1'], []],
    ['one of several addresses', ['127.0.0.1', '127.0.0.2'], ['127.0.0.1/32']],
    ['a mapped address', ['::ffff:127.0.0.1'], []],
    ['no address', ['plus.test'], ['127.0.0.0/8']],
  ])('does not connect if an address is not allowed: %s', async (_name, addresses, cidrs) => {
    const peer = await startPeer({ host: '0.0.0.0' })
    expect(await stopOf({ hostname: 'plus.test', port: peer.port, cidrs }, resolving(...addresses))).toBe('not_allowed')
    expect(await stopOf({ hostname: '127.0.0.1', port: peer.port, cidrs: [] })).toBe('not_allowed')
    expect(peer.connections()).toBe(0)
  })

  it('tries the next address if one refuses the connection', async () => {
    const { port } = await startPeer()
    expect(await stopOf({ hostname: 'plus.test', port }, resolving('127.0.0.9', '127.0.0.1'))).toBe('opened')
  })

  it('leaves time for the next address if one does not reply', async () => {
    const { port } = await startPeer()
    // The second range is for documentation, so no host replies there.
    const cidrs = ['127.0.0.0/8', '192.0.2.0/24']
    expect(
      await stopOf({ hostname: 'plus.test', port, cidrs }, { limitMs: 2000, ...resolving('192.0.2.1', '127.0.0.1') }),
    ).toBe('opened')
  })

  it.each([
    ['a name without addresses', resolving()],
    [
      'a name that is not found',
      {
        resolveName: async () => {
          throw new Error('not found')
        },
      },
    ],
    ['a name server that does not reply', { resolveName: () => new Promise<never>(() => {}) }],
  ])('throws unreachable for %s', async (_name, options) => {
    expect(await stopOf({ hostname: 'plus.test', port: 9 }, { limitMs: 100, ...options })).toBe('unreachable')
  })

  it('throws unreachable if nobody listens', async () => {
    const peer = await startPeer()
    await peers.pop()?.close()
    expect(await stopOf({ port: peer.port })).toBe('unreachable')
  })

  it('stops when its signal aborts', async () => {
    const stopping = new AbortController()
    const waiting = stopOf(
      { hostname: 'plus.test' },
      { signal: stopping.signal, resolveName: () => new Promise<never>(() => {}) },
    )
    stopping.abort()
    expect(await waiting).toBe('stopped')
    expect(await stopOf({ port: 9 }, { signal: AbortSignal.abort() })).toBe('stopped')
  })

  const https = { protocol: 'https:', hostname: 'plus.test' } as const
  const local = resolving('127.0.0.1')

  it('finishes TLS with the requested name', async () => {
    const names: string[] = []
    const { port } = await startPeer({
      tls: {
        ...tlsOf({}),
        SNICallback: (name, done) => {
          names.push(name)
          done(null)
        },
      },
    })
    expect(await stopOf({ ...https, port }, local)).toBe('opened')
    expect(names).toEqual(['plus.test'])
  })

  it('accepts a certificate for an address', async () => {
    const { port } = await startPeer({ tls: tlsOf({ names: ['127.0.0.1'] }) })
    expect(await stopOf({ protocol: 'https:', port })).toBe('opened')
  })

  it.each([
    ['another name', tlsOf({ names: ['other.test'] })],
    ['a longer name', tlsOf({ names: ['a.plus.test'] })],
    ['an unknown authority', tlsOf({ issuer: stranger })],
    ['itself (self-signed)', tlsOf({ name: 'alone' })],
    ['another address', tlsOf({ names: ['127.0.0.2'] })],
    ['a time in the past', tlsOf({ endedAt: new Date('2021-01-01T00:00:00Z') })],
    ['an old version of TLS', { ...tlsOf({}), maxVersion: 'TLSv1.1', minVersion: 'TLSv1', ciphers: 'ALL:@SECLEVEL=0' }],
    ['another protocol', { ...tlsOf({}), ALPNProtocols: ['h2'] }],
  ] satisfies [string, TlsOptions][])('refuses a certificate or handshake of %s', async (name, tls) => {
    const { port } = await startPeer({ tls: name === 'itself (self-signed)' ? selfSigned() : tls })
    expect(await stopOf({ ...https, port }, local)).toBe('tls_failed')
  })

  it.each([
    ['closes', (socket) => void socket.end()],
    ['resets', (socket) => void socket.once('data', () => socket.resetAndDestroy())],
    ['stalls', () => {}],
    ['speaks plain HTTP', (socket) => void socket.once('data', () => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'))],
    ['sends half a record', (socket) => void socket.once('data', () => socket.write(Buffer.from('160303', 'hex')))],
  ] satisfies [string, PeerScript][])('fails in the handshake with a peer that %s', async (_name, script) => {
    const { port } = await startPeer({}, script)
    expect(await stopOf({ ...https, port }, { ...local, limitMs: 1000 })).toBe('tls_failed')
  })

  it('does not treat data of the TLS handshake as an early reply', async () => {
    const { port } = await startPeer({ tls: tlsOf({}) })
    const connection = await openConnection({
      target: { ...https, port, cidrs: ['127.0.0.1/32'] },
      limitMs: 10_000,
      signal: new AbortController().signal,
      ...local,
    })
    await expect.poll(() => (connection.socket as TLSSocket).getTLSTicket()).toBeDefined()
    expect(connection.isFresh()).toBe(true)
    connection.destroy()
    expect(connection.isFresh()).toBe(false)
  })
})

function selfSigned(): TlsOptions {
  const { cert, key } = createCertificate({ name: 'plus.test', names: ['plus.test'] })
  return { cert, key }
}

const authority = createCertificate({ name: 'Authority of tests' })
const stranger = createCertificate({ name: 'Authority that nobody trusts' })
const tlsOf = (options: Partial<Parameters<typeof createCertificate>[0]>): TlsOptions => {
  const { cert, key } = createCertificate({ name: 'peer', issuer: authority, names: ['plus.test'], ...options })
  return { cert, key }
}

const trusted = getCACertificates('default')

const peers: PlainPeer[] = []

async function startPeer(
  options: Parameters<typeof startPlainPeer>[1] = {},
  script: PeerScript = () => {},
): Promise<PlainPeer> {
  const peer = await startPlainPeer(script, options)
  peers.push(peer)
  return peer
}

const open = async (target: Partial<ConnectionOptions['target']>, options: Partial<ConnectionOptions> = {}) => {
  const connection = await openConnection({
    target: { protocol: 'http:', hostname: '127.0.0.1', port: 1, cidrs: ['127.0.0.0/8'], ...target },
    limitMs: 10_000,
    signal: new AbortController().signal,
    ...options,
  })
  connection.destroy()
  return connection.socket
}
const stopOf = async (...given: Parameters<typeof open>): Promise<string> => {
  const error: unknown = await open(...given).then(
    () => 'opened',
    (thrown: unknown) => thrown,
  )
  return error instanceof ConnectionError ? error.reason : String(error)
}
const resolving = (...addresses: readonly string[]) => ({ resolveName: async () => addresses })
