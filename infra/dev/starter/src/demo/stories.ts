import type { Frontend } from './frontend.ts'
import type { Platform } from './platform.ts'

interface Story {
  readonly title: string
  readonly play: (platform: Platform, frontend: Frontend) => Promise<void>
}

/** How grades reach A+, and how submissions are read and judged, in the order in which the demo plays them. */
export const stories: readonly Story[] = [
  {
    title: 'A grade arrives',
    play: async (platform, frontend) => {
      const work = await platform.submitProject()
      const deliveryId = await frontend.assess(work.submissionId, 87.5)
      await frontend.follow(deliveryId, ({ upstream }) => upstream !== null)
      // A+ keeps whole points.
      await platform.check(work, { grade: 88, posts: 1 })
    },
  },
  {
    title: 'A grade arrives, and does not count: the student has exceeded the limit when it is graded',
    play: async (platform, frontend) => {
      const work = await platform.submitProject()
      await platform.useUpSubmissions(work)
      const deliveryId = await frontend.assess(work.submissionId, 75)
      const { upstream, standing } = await frontend.follow(deliveryId, (delivery) => delivery.upstream !== null)
      if (upstream?.status !== 'unofficial' || standing !== 'ours')
        throw new Error(`expected unofficial and ours, not ${upstream?.status} and ${standing}`)
      await platform.check(work, { grade: 75, posts: 1 })
    },
  },
  {
    title: 'The reply is lost: nothing is sent again, and a verification finds the grade',
    play: async (platform, frontend) => {
      const work = await platform.submitProject()
      await platform.breakNextGrade(work, 'drop_answer')
      const deliveryId = await frontend.assess(work.submissionId, 60)
      await frontend.follow(
        deliveryId,
        ({ state, confirmedBy }) => state === 'delivered' && confirmedBy === 'read_back',
      )
      await platform.check(work, { grade: 60, posts: 1 })
    },
  },
  {
    title: 'The connection breaks: a verification finds no grade, which proves nothing, so a teacher decides',
    play: async (platform, frontend) => {
      const work = await platform.submitProject()
      await platform.breakNextGrade(work, 'reset_after_body')
      const deliveryId = await frontend.assess(work.submissionId, 42)
      await frontend.follow(deliveryId, ({ state, seenUpstream }) => state === 'ambiguous' && seenUpstream !== null)
      await platform.check(work, { grade: 0, posts: 1 })
      await frontend.sendAgain(deliveryId)
      await frontend.follow(deliveryId, ({ state }) => state === 'delivered')
      await platform.check(work, { grade: 42, posts: 2 })
    },
  },
  {
    title: 'A grader reads what a student handed in, and takes it along as a ZIP file',
    play: async (_platform, frontend) => {
      await frontend.refreshCourse()
      const submissionId = await frontend.findOldest()
      await frontend.readContent(submissionId)
      await frontend.fetchArchive(submissionId)
    },
  },
  {
    title: 'From handing in to reading: two graders, a rubric, feedback, and a teacher who releases',
    play: async (platform, frontend) => {
      const work = await platform.submitEssay()
      const claimed = await frontend.claim('grader', work.submissionId)
      await frontend.readContent(work.submissionId)
      const other = await frontend.claim('second grader', 'next')
      if (other.submissionId === work.submissionId) throw new Error('two graders hold one submission')
      const scored = await frontend.score(claimed, {
        structure: { levelId: 'good' },
        quality: { checks: { tests: 1, fault: 1 }, comment: 'An empty file makes it crash.' },
      })
      const words = 'Clear functions; mind the empty file.'
      const deliveryId = await frontend.complete(await frontend.write(scored, words))
      await frontend.handBack('second grader', other)
      await frontend.release()
      await frontend.follow(deliveryId, ({ upstream }) => upstream !== null)
      const inPlatform = await platform.check(work, { grade: scored.upstreamPoints ?? 0, posts: 1 })
      const html = await frontend.readFeedback(work, inPlatform)
      if (!html.includes(words) || !inPlatform.includes(html)) throw new Error('expected the same text here and in A+')
    },
  },
]
