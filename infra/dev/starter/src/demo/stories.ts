import type { Actors } from './actors.ts'

export interface Story {
  readonly title: string
  readonly play: (actors: Actors) => Promise<void>
}

/** How grades reach A+, in the order in which they are played. */
export const stories: readonly Story[] = [
  {
    title: 'A grade arrives',
    play: async (actors) => {
      const work = await actors.submit()
      await actors.registered(work)
      const deliveryId = await actors.assess(work, '87.5')
      await actors.follow(deliveryId, ({ upstream }) => upstream !== null)
      await actors.sayCapability(work)
      // A+ keeps whole points.
      await actors.sayUpstream(work, { grade: 88, asked: 1 })
    },
  },
  {
    title: 'A grade arrives, and does not count: the student is over the limit by the time it is graded',
    play: async (actors) => {
      const work = await actors.submit()
      await actors.registered(work)
      await actors.useUpSubmissions(work)
      const deliveryId = await actors.assess(work, '75')
      const { upstream, standing } = await actors.follow(deliveryId, (delivery) => delivery.upstream !== null)
      if (upstream?.status !== 'unofficial' || standing !== 'ours')
        throw new Error(`expected unofficial and ours, not ${upstream?.status} and ${standing}`)
      await actors.sayUpstream(work, { grade: 75, asked: 1 })
    },
  },
  {
    title: 'The answer is lost: nothing is sent again, and a look at A+ finds the grade',
    play: async (actors) => {
      const work = await actors.submit()
      await actors.registered(work)
      await actors.breakNextGrade(work, 'drop_answer')
      const deliveryId = await actors.assess(work, '60')
      await actors.follow(deliveryId, ({ state, confirmedBy }) => state === 'delivered' && confirmedBy === 'read_back')
      await actors.sayUpstream(work, { grade: 60, asked: 1 })
    },
  },
  {
    title: 'The connection breaks: a look finds no grade, which proves nothing, so a teacher decides',
    play: async (actors) => {
      const work = await actors.submit()
      await actors.registered(work)
      await actors.breakNextGrade(work, 'reset_after_body')
      const deliveryId = await actors.assess(work, '42')
      await actors.follow(deliveryId, ({ state, seenUpstream }) => state === 'ambiguous' && seenUpstream !== null)
      await actors.sayUpstream(work, { grade: 0, asked: 1 })
      const { status } = await actors.resolve(deliveryId, 'send_again')
      if (status === 409) await actors.resolveOnceRested(deliveryId, 'send_again')
      await actors.follow(deliveryId, ({ state }) => state === 'delivered')
      await actors.sayUpstream(work, { grade: 42, asked: 2 })
    },
  },
]
