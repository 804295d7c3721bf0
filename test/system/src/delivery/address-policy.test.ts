import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { describe, expect } from 'vitest'
import type { Fixture } from '../fixture.ts'
import { it as onDeliveries } from './delivery-test.ts'
import { type DeliveryRow, type DeliveryWorld, isFinal } from './delivery-world.ts'
import type { Ledger } from './ledger.ts'
import { startNameServer } from './name-server.ts'
import { type Peer, startPeer } from './peer.ts'
const timeout = 300_000

describe('an origin that resolves to this machine, without a range that allows it', { timeout }, () => {
  it('is refused because of its address, and no connection is made', async ({ world, scene }) => {
    for (const [name, addresses] of Object.entries(leadsTo)) scene.names.lead(name, addresses)
    const deliveries = await Promise.all([...Object.keys(leadsTo), ...literals].map(scene.deliverTo))
    const rows = await world.until('every delivery to be refused', deliveries, isFinal)
    expect(rows.filter((row) => !isRefused(row))).toEqual([])
    expect(scene.connections()).toEqual([])
    expect(Object.keys(leadsTo).filter((name) => scene.names.asked(name) !== 1)).toEqual([])
  })
})

describe('a name whose addresses change', { timeout }, () => {
  const good = ['127.0.0.1']
  const bad = ['127.0.0.2']

  it('after the verification is refused, and the grade is not sent', async ({ world, scene }) => {
    scene.names.lead('changed-before-grade.test', good, bad)
    const { id, submissionId } = await scene.deliverTo('changed-before-grade.test')
    const [row] = await world.until('the delivery to be refused', [id], 'refused')
    expect(row).toMatchObject({ kind: 'not_allowed', sends: [] })
    expect(scene.names.asked('changed-before-grade.test')).toBe(2)
    expect(world.ledger.begun).not.toContain(submissionId)
    expect(scene.connectionsElsewhere()).toBe(0)
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
})

async function openScene({ world }: { world: DeliveryWorld }, { onCleanup }: Fixture) {
  const names = await startNameServer()
  const { peer, elsewhere } = await listenTwice(world.ledger)
  onCleanup(async () => {
    elsewhere.server.close()
    await peer.close()
    await names.close()
  })
  const { port } = new URL(peer.origin)
  const originOf = (host: string): string => `http://${host}:${port}`
  await world.worker({
    ...patience,
    NODE_OPTIONS: names.asResolver,
    CALLBACK_ALLOWED: [
      ...[...Object.keys(leadsTo), ...literals].map((host) => `${originOf(host)}/submissions/*/grader`),
      ...allowedNames.map((name) => `${originOf(name)}/submissions/*/grader|127.0.0.1/32`),
    ].join(','),
    // A proxy that the environment names is a forbidden address, too.
    NODE_USE_ENV_PROXY: '1',
    ...Object.fromEntries(
      ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY'].map((name) => [name, `http://127.0.0.2:${port}`]),
    ),
  })
  const connectionsElsewhere = (): number => elsewhere.connections
  return {
    names,
    peer,
    deliverTo: (host: string) => world.deliver({ origin: originOf(host) }),
    connectionsElsewhere,
    connections: () => [...(connectionsElsewhere() > 0 ? ['elsewhere'] : []), ...peer.lines().map(() => 'the peer')],
  }
}

const isRefused = ({ state, kind, sends }: DeliveryRow): boolean =>
  state === 'refused' && kind === 'not_allowed' && sends.length === 0

/** Listens at an address that no grade may be sent to, and counts the connections. */
interface ForbiddenListener {
  readonly server: Server
  connections: number
}

/** The peer that may be reached, and a listener at the same port of another address of this machine. */
async function listenTwice(ledger: Ledger): Promise<{ peer: Peer; elsewhere: ForbiddenListener }> {
  for (let attempt = 1; ; attempt += 1) {
    const peer = await startPeer({ ledger })
    const server = createServer((socket) => {
      elsewhere.connections += 1
      socket.on('error', () => {}).destroy()
    })
    const elsewhere: ForbiddenListener = { server, connections: 0 }
    server.listen(Number(new URL(peer.origin).port), '127.0.0.2')
    try {
      await once(server, 'listening')
      return { peer, elsewhere }
    } catch (error) {
      await peer.close()
      if (attempt === 20) throw error
    }
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

/** Names without an allowed range. Every other forbidden address is in libs/outbound's tests. */
const leadsTo: Readonly<Record<string, readonly string[]>> = {
  'loopback.test': ['127.0.0.1'],
  'other-loopback.test': ['127.0.0.2'],
  'loopback6.test': ['::1'],
  'mapped.test': ['::ffff:127.0.0.1'],
  'metadata.test': ['169.254.169.254'],
  'public-and-loopback.test': ['1.1.1.1', '127.0.0.1'],
}
const literals = ['127.0.0.1', '127.0.0.2', '0.0.0.0', '[::1]', '[::ffff:7f00:1]']
/** Names that may resolve to 127.0.0.1 and to no other address. */
const allowedNames = ['changed-before-grade.test', 'changed-before-read-back.test']

const it = onDeliveries.extend('ended', { auto: true }, () => {}).extend('scene', { scope: 'file' }, openScene)
