import type { PrivateDatabase } from '../private-database.ts'
import type { DatabaseProxy } from './database-proxy.ts'
import type { ArmedMoment, LossMoment } from './loss-moments.ts'

/** A delivery that was stopped at a moment. */
export interface Held extends ArmedMoment {
  readonly moment: LossMoment
  readonly id: string
  readonly submissionId: number
}

/** A way to lose a database and to get it back. */
interface Loss {
  readonly title: string
  readonly begin: (proxy: DatabaseProxy, postgres: PrivateDatabase, held: readonly Held[]) => Promise<void>
  readonly end: (proxy: DatabaseProxy, postgres: PrivateDatabase) => Promise<void>
}

export const killed: Loss = {
  title: 'is killed and started again',
  async begin(proxy, postgres) {
    await postgres.kill()
    proxy.cut()
    proxy.releaseAll()
  },
  end: (_, postgres) => postgres.start(),
}

export const silent: Loss = {
  title: 'is behind dead connections that look alive',
  async begin(proxy) {
    proxy.fallSilent()
    proxy.releaseAll()
  },
  end: async (proxy) => proxy.acceptNewConnections(),
}

/** When it continues, it runs the statements that it had received before, although their clients have gone. */
export const frozen: Loss = {
  title: 'is frozen and continues later',
  async begin(_, postgres, held) {
    postgres.signalAll('SIGSTOP')
    for (const { moment, hold } of held) if (moment.hold?.part === 'statement') hold?.release()
  },
  async end(proxy, postgres) {
    proxy.releaseAll()
    postgres.signalAll('SIGCONT')
  },
}
