import { once } from 'node:events'
import { connect, createServer, type Server } from 'node:net'
import { networkInterfaces } from 'node:os'
import { describe, expect } from 'vitest'
import type { Fixture } from '../fixture.ts'
import { ok } from './behaviour.ts'
import { it as onDeliveries } from './delivery-test.ts'
import { type DeliveryRow, type DeliveryWorld, isFinal } from './delivery-world.ts'
import { judge, type Ledger } from './ledger.ts'
import { startNameServer } from './name-server.ts'
import { type Peer, startPeer } from './peer.ts'
const timeout = 300_000

describe('an origin that resolves to this machine, without a range that allows it', { timeout }, () => {
  it('is refused because of its address, with any name or spelling, and no connection is made', async ({
    world,
    scene,
  }) => {
    const { names, peer, port, literalOrigins } = scene
    for (const [name, addresses] of Object.entries(leadsTo)) names.lead(name, addresses)
    const spelled = [
      '0',
      '127.1',
      '2130706433',
      '0x7f.1',
      '0177.0.0.1',
      '127.0.0.1.',
      '[::ffff:127.0.0.1]',
      '[0:0:0:0:0:0:0:1]',
      '[::0.0.0.0]',
      '127.0.0.1%20',
    ]
    const deliveries = await Promise.all([
      ...[...forbiddenNames, ...literalOrigins].map(scene.deliverTo),
      ...spelled.map((host) =>
        world.deliver({
          origin: peer.origin,
          callbackUrl: (id) =>
            `http://${host}:${port}/submissions/${id}/grader?token=s${id.toString(16)}.${'A'.repeat(32)}`,
        }),
      ),
    ])
    const rows = await world.until('every delivery to be refused', deliveries, isFinal)
    expect(rows.filter((row) => !isRefused(row))).toEqual([])
    expect(rows.length).toBeGreaterThanOrEqual(forbiddenNames.length + literalOrigins.length + spelled.length)
    expect(scene.connections()).toEqual([])
    expect(forbiddenNames.filter((name) => names.asked(name) !== 1)).toEqual([])
  })
})

describe('a name whose addresses change', { timeout }, () => {
  const good = ['127.0.0.1']
  const bad = ['127.0.0.2']

  it('after the verification is refused, and the grade is not sent', async ({ world, scene: { names, ...scene } }) => {
    names.lead('changed-before-grade.test', good, bad)
    const { id, submissionId } = await scene.deliverTo('changed-before-grade.test')
    const [row] = await world.until('the delivery to be refused', [id], 'refused')
    expect(row).toMatchObject({ kind: 'not_allowed', sends: [] })
    expect(names.asked('changed-before-grade.test')).toBe(2)
    expect(world.ledger.begun).not.toContain(submissionId)
    expect(scene.connectionsElsewhere()).toEqual([])
  })

  it('after the send started does not affect that send: each connection resolves the name once and uses that address', async ({
    world,
    scene: { names, peer, worker, ...scene },
  }) => {
    peer.play({
      post: async ({ socket, whole }) => {
        names.lead('changed-after-grade.test', bad)
        await whole
        socket.write(ok)
      },
    })
    names.lead('changed-after-grade.test', good)
    const { id } = await scene.deliverTo('changed-after-grade.test')
    const rows = await world.until('the delivery to arrive', [id], 'delivered')
    await worker.untilLogged({ message: 'verification after send failed', deliveryId: id })
    expect(judge(world.ledger, rows)).toEqual([])
    // The verification, the grade, and the verification after the send, which fails.
    expect(peer.lines().length).toBeGreaterThanOrEqual(2)
    expect(names.asked('changed-after-grade.test')).toBe(peer.lines().length + 1)
    expect(scene.connectionsElsewhere()).toEqual([])
  })

  it('before a read-back is not followed to the new address', async ({ world, scene: { names, peer, ...scene } }) => {
    peer.play({
      post: ({ reset }) => {
        names.lead('changed-before-read-back.test', bad)
        reset()
      },
    })
    names.lead('changed-before-read-back.test', good)
    const { id } = await scene.deliverTo('changed-before-read-back.test')
    await world.until('the delivery to be ambiguous', [id], 'ambiguous')
    peer.play({})
    await world.query('UPDATE delivery SET next_verification_at = clock_timestamp() WHERE id = $1', [id])
    const [row] = await world.until('the verification to end', [id], ({ events }) =>
      events.includes('verification_failed'),
    )
    expect(row?.state).toBe('ambiguous')
    expect(scene.connections()).toEqual([])
  })

  it('is refused while one of several addresses is forbidden, at any position', async ({
    world,
    scene: { names, peer, ...scene },
  }) => {
    peer.play({})
    names.lead('mixed.test', [...good, ...bad])
    names.lead('mixed-behind.test', [...bad, ...good])
    names.lead('mixed6.test', [...good, '::1'])
    names.lead('late.test', bad, good)
    const deliveries = await Promise.all(
      ['mixed.test', 'mixed-behind.test', 'mixed6.test', 'late.test'].map(scene.deliverTo),
    )
    const rows = await world.until('every delivery to be refused', deliveries, isFinal)
    expect(rows.filter((row) => !isRefused(row))).toEqual([])
    expect(scene.connections()).toEqual([])
  })
})

describe('the listeners at forbidden addresses', () => {
  it('would have counted every connection', async ({ scene: { places, port } }) => {
    expect(places.map(({ address }) => address)).toContain('127.0.0.2')
    for (const place of places) {
      const before = place.connections
      const socket = connect({ host: place.address, port })
      await once(socket, 'close')
      expect(place.connections, place.address).toBe(before + 1)
    }
  })
})

async function openScene({ world }: { world: DeliveryWorld }, { onCleanup }: Fixture) {
  const names = await startNameServer()
  const { peer, places } = await listenEverywhere(world.ledger)
  onCleanup(async () => {
    await Promise.all(places.map(closed))
    await peer.close()
    await names.close()
  })
  const port = Number(new URL(peer.origin).port)
  const literals = [
    '127.0.0.1',
    '0.0.0.0',
    '[::]',
    '[::1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::1]',
    ...places.map(({ address }) => (address.includes(':') ? `[${address}]` : address)),
  ]
  const literalOrigins = [...new Set(literals.map((host) => `http://${host}:${port}`))]
  const originOf = (name: string): string => (name.startsWith('http') ? name : `http://${name}:${port}`)
  const worker = await world.worker({
    ...patience,
    NODE_OPTIONS: names.asResolver,
    CALLBACK_ALLOWED: [
      ...[...forbiddenNames, ...literalOrigins].map((origin) => `${originOf(origin)}/submissions/*/grader`),
      ...allowedNames.map((name) => `${originOf(name)}/submissions/*/grader|127.0.0.1/32`),
    ].join(','),
    // A proxy that the environment names is a forbidden address, too.
    NODE_USE_ENV_PROXY: '1',
    ...Object.fromEntries(
      ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY'].map((name) => [name, `http://127.0.0.2:${port}`]),
    ),
  })
  const connectionsElsewhere = (): string[] =>
    places.flatMap(({ address, connections }) => (connections > 0 ? [`${address}: ${connections}`] : []))
  return {
    names,
    peer,
    places,
    port,
    literalOrigins,
    worker,
    deliverTo: (name: string) => world.deliver({ origin: originOf(name) }),
    connectionsElsewhere,
    connections: () => [...connectionsElsewhere(), ...peer.lines().map(() => 'the peer')],
  }
}

const isRefused = ({ state, kind, sends }: DeliveryRow): boolean =>
  state === 'refused' && kind === 'not_allowed' && sends.length === 0

const closed = ({ server }: ForbiddenListener): Promise<unknown> => new Promise((resolve) => void server.close(resolve))

/** A listener at an address that no grade may be sent to. It counts its connections. */
interface ForbiddenListener {
  readonly address: string
  readonly server: Server
  connections: number
}

async function listenOn(address: string, on: number): Promise<ForbiddenListener | null> {
  const server = createServer((socket) => {
    place.connections += 1
    socket.on('error', () => {}).destroy()
  })
  const place: ForbiddenListener = { address, server, connections: 0 }
  server.listen(on, address)
  try {
    await once(server, 'listening')
    return place
  } catch (error) {
    // If the port is taken, another one is tried. An address at which nobody can listen is left out.
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') throw error
    return null
  }
}

/** The one peer that may be reached, and listeners at the same port of every other address of this machine. */
async function listenEverywhere(ledger: Ledger): Promise<{ peer: Peer; places: ForbiddenListener[] }> {
  for (let attempt = 1; ; attempt += 1) {
    const candidate = await startPeer({ ledger })
    const opened = await Promise.allSettled(
      localAddresses.map((address) => listenOn(address, Number(new URL(candidate.origin).port))),
    )
    const found = opened.flatMap((each) => (each.status === 'fulfilled' && each.value !== null ? [each.value] : []))
    if (opened.every(({ status }) => status === 'fulfilled')) return { peer: candidate, places: found }
    await Promise.all([candidate.close(), ...found.map(closed)])
    if (attempt === 20) throw new Error('no port is free at all addresses')
  }
}

/** Long limits: on a slow machine the lookup of a name would otherwise time out, and look like a name that does not exist. */
const patience = {
  CALLBACK_CONNECT_TIMEOUT_MS: '10000',
  CALLBACK_VERIFICATION_TIMEOUT_MS: '11000',
  CALLBACK_HEADERS_TIMEOUT_MS: '11000',
  CALLBACK_TOTAL_TIMEOUT_MS: '12000',
  DELIVERY_LEASE_S: '30',
  DELIVERY_OPEN_LEASE_S: '20',
  DELIVERY_SETTLE_S: '25',
  SHUTDOWN_GRACE_S: '15',
}

const ownAddresses = Object.values(networkInterfaces()).flatMap((addresses = []) =>
  addresses.map(({ address }) => address),
)
const isOfTheInternet = (address: string): boolean =>
  !/^(?:10|127|172\.(?:1[6-9]|2\d|3[01])|192\.168|169\.254|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.|^(?:::1$|f[cde])/.test(
    address,
  )
/**
 * All local addresses except 127.0.0.1, which one origin may use. A public address of this machine is left out, because it
 * would be allowed.
 */
const localAddresses = [...new Set(['127.0.0.2', '127.255.255.254', '::1', ...ownAddresses])].filter(
  (address) => address !== '127.0.0.1' && !isOfTheInternet(address),
)

/** Names whose origin has no allowed range: every address of this machine is forbidden for them. */
const leadsTo: Readonly<Record<string, readonly string[]>> = {
  'loopback.test': ['127.0.0.1'],
  'other-loopback.test': ['127.0.0.2'],
  'loopback6.test': ['::1'],
  'nowhere.test': ['0.0.0.0'],
  'nowhere6.test': ['::'],
  'zero.test': ['0.0.0.1'],
  'mapped.test': ['::ffff:127.0.0.1'],
  'mapped-nowhere.test': ['::ffff:0.0.0.0'],
  'nat64.test': ['64:ff9b::7f00:1'],
  'compatible.test': ['::127.0.0.1'],
  'six-to-four.test': ['2002:7f00:1::1'],
  'metadata.test': ['169.254.169.254'],
  'both.test': ['127.0.0.1', '::1'],
  'public-and-loopback.test': ['1.1.1.1', '127.0.0.1'],
  ...Object.fromEntries(localAddresses.map((address, index) => [`local-${index}.test`, [address]])),
}
const forbiddenNames = Object.keys(leadsTo)
/** Names that may resolve to 127.0.0.1 and to no other address. */
const allowedNames = [
  'changed-before-grade.test',
  'changed-after-grade.test',
  'changed-before-read-back.test',
  'mixed.test',
  'mixed-behind.test',
  'mixed6.test',
  'late.test',
]

const it = onDeliveries.extend('ended', { auto: true }, () => {}).extend('scene', { scope: 'file' }, openScene)
