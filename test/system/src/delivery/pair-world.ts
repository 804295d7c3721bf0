import { patienceMs, waitFor } from '../service-process.ts'
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts'
import { type DeliveryWorld, startDeliveryWorld } from './delivery-world.ts'
import { createRememberingPlatform, type KeptRequest, type RememberingPlatform } from './remembering-platform.ts'
import type { PairOptions, PairOrigin, StandbyPair } from './standby-pair.ts'

/** A pair of servers, and a world on the one that is the primary now. */
export interface PairWorld {
  readonly pair: StandbyPair
  readonly world: DeliveryWorld
  readonly platform: RememberingPlatform
  /** A delivery whose grade waits for whatever the platform keeps of it. */
  readonly deliver: (request?: 'look' | 'post') => Promise<Placed>
  /** A way to the primary for one worker. */
  readonly way: () => Promise<DatabaseProxy>
  /** The standby is the primary now, for everybody who goes this way, and for the world. */
  readonly leadToStandby: (...ways: readonly DatabaseProxy[]) => Promise<void>
  readonly close: () => Promise<void>
}

export interface Placed {
  readonly id: string
  readonly submissionId: number
  readonly kept: KeptRequest
}

export async function startPairWorld(origin: PairOrigin, options: PairOptions): Promise<PairWorld> {
  const pair = await origin.startPair(options)
  const { primary, standby } = pair
  const ways = [await startDatabaseProxy(primary.ownerUrl), await startDatabaseProxy(primary.databaseUrl)] as const
  const world = await startDeliveryWorld({ ownerUrl: ways[0].url, databaseUrl: ways[1].url })
  const platform = createRememberingPlatform(world.ledger)
  // One for each: a worker has four places at an origin.
  const peers = await Promise.all(Array.from({ length: 5 }, () => world.peer()))
  for (const peer of peers) peer.play(platform.play)
  const opened: DatabaseProxy[] = [...ways]
  return {
    pair,
    world,
    platform,
    async deliver(request = 'look') {
      const peer = peers.pop()!
      const { id, submissionId } = await world.deliver({ origin: peer.origin, held: true })
      return { id, submissionId, kept: platform.keep(request, submissionId) }
    },
    async way() {
      const proxy = await startDatabaseProxy(primary.databaseUrl)
      opened.push(proxy)
      return proxy
    },
    async leadToStandby(...others) {
      for (const proxy of [...ways, ...others]) proxy.moveTo(standby.databaseUrl)
      await waitFor('the world to have its database', patienceMs, () =>
        Promise.all([world.query('SELECT'), world.database.check()]).then(
          ([, { database }]) => database === 'ok' || undefined,
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
