import { waitFor } from '../service-process.ts'
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts'
import { type DeliveryWorld, startDeliveryWorld } from './delivery-world.ts'
import { createRememberingPlatform, type KeptRequest, type RememberingPlatform } from './remembering-platform.ts'
import type { PairOptions, PairOrigin, StandbyPair } from './standby-pair.ts'

/** A pair of servers, and a delivery world on the current primary. */
export interface PairWorld {
  readonly pair: StandbyPair
  readonly world: DeliveryWorld
  readonly platform: RememberingPlatform
  /** Creates a held delivery. The platform will hold its verification or its grade. */
  readonly deliver: (request?: 'verification' | 'post') => Promise<KeptDelivery>
  /** A proxy to the primary for one worker. */
  readonly proxy: () => Promise<DatabaseProxy>
  /** Redirects these proxies, and the world's own, to the standby. */
  readonly redirectToStandby: (...proxies: readonly DatabaseProxy[]) => Promise<void>
  readonly close: () => Promise<void>
}

export interface KeptDelivery {
  readonly id: string
  readonly submissionId: number
  readonly kept: KeptRequest
}

export async function startPairWorld(origin: PairOrigin, options: PairOptions): Promise<PairWorld> {
  const pair = await origin.startPair(options)
  const { primary, standby } = pair
  const worldProxies = [
    await startDatabaseProxy(primary.ownerUrl),
    await startDatabaseProxy(primary.databaseUrl),
  ] as const
  const world = await startDeliveryWorld({ ownerUrl: worldProxies[0].url, databaseUrl: worldProxies[1].url })
  const platform = createRememberingPlatform(world.ledger)
  // One peer for each delivery: a worker has only four slots at an origin.
  const peers = await Promise.all(Array.from({ length: 5 }, () => world.peer()))
  for (const peer of peers) peer.play(platform.play)
  const opened: DatabaseProxy[] = [...worldProxies]
  return {
    pair,
    world,
    platform,
    async deliver(request = 'verification') {
      const peer = peers.pop()!
      const { id, submissionId } = await world.deliver({ origin: peer.origin, held: true })
      return { id, submissionId, kept: platform.keep(request, submissionId) }
    },
    async proxy() {
      const proxy = await startDatabaseProxy(primary.databaseUrl)
      opened.push(proxy)
      return proxy
    },
    async redirectToStandby(...others) {
      for (const proxy of [...worldProxies, ...others]) proxy.moveTo(standby.databaseUrl)
      await waitFor('the world to have its database', () =>
        Promise.all([world.query('SELECT'), world.database.check()]).then(
          ([, { database }]) => database === 'ok',
          () => undefined,
        ),
      )
    },
    async close() {
      await world.close()
      await Promise.all(opened.map((proxy) => proxy.close()))
      await pair.remove()
    },
  }
}
