import { type Actors, courseId, essayId } from './actors.ts'

interface Story {
  readonly title: string
  readonly play: (actors: Actors) => Promise<void>
}

/** How grades reach A+, and how submissions are read and judged, in the order in which the demo plays them. */
export const stories: readonly Story[] = [
  {
    title: 'A grade arrives',
    play: async (actors) => {
      const work = await actors.submit()
      await actors.registered(work)
      const deliveryId = await actors.assess(work, 87.5)
      await actors.follow(deliveryId, ({ upstream }) => upstream !== null)
      await actors.reportCapability(work)
      // A+ keeps whole points.
      await actors.checkUpstream(work, { grade: 88, posts: 1 })
    },
  },
  {
    title: 'A grade arrives, and does not count: the student has exceeded the limit when it is graded',
    play: async (actors) => {
      const work = await actors.submit()
      await actors.registered(work)
      await actors.useUpSubmissions(work)
      const deliveryId = await actors.assess(work, 75)
      const { upstream, standing } = await actors.follow(deliveryId, (delivery) => delivery.upstream !== null)
      if (upstream?.status !== 'unofficial' || standing !== 'ours')
        throw new Error(`expected unofficial and ours, not ${upstream?.status} and ${standing}`)
      await actors.checkUpstream(work, { grade: 75, posts: 1 })
    },
  },
  {
    title: 'The reply is lost: nothing is sent again, and a verification finds the grade',
    play: async (actors) => {
      const work = await actors.submit()
      await actors.registered(work)
      await actors.breakNextGrade(work, 'drop_answer')
      const deliveryId = await actors.assess(work, 60)
      await actors.follow(deliveryId, ({ state, confirmedBy }) => state === 'delivered' && confirmedBy === 'read_back')
      await actors.checkUpstream(work, { grade: 60, posts: 1 })
    },
  },
  {
    title: 'The connection breaks: a verification finds no grade, which proves nothing, so a teacher decides',
    play: async (actors) => {
      const work = await actors.submit()
      await actors.registered(work)
      await actors.breakNextGrade(work, 'reset_after_body')
      const deliveryId = await actors.assess(work, 42)
      await actors.follow(deliveryId, ({ state, seenUpstream }) => state === 'ambiguous' && seenUpstream !== null)
      await actors.checkUpstream(work, { grade: 0, posts: 1 })
      const { status } = await actors.resolve(deliveryId, 'send_again')
      if (status === 409) await actors.resolveWhenAllowed(deliveryId, 'send_again')
      await actors.follow(deliveryId, ({ state }) => state === 'delivered')
      await actors.checkUpstream(work, { grade: 42, posts: 2 })
    },
  },
  {
    title: 'A grader reads what a student handed in, and takes it along as a ZIP file',
    play: async (actors) => {
      await actors.refreshCourse()
      const submissionId = await actors.grader.firstSubmission()
      await actors.grader.readSubmission(submissionId)
      await actors.grader.readContent(submissionId)
      await actors.grader.fetchArchive(submissionId)
    },
  },
  {
    title: 'From handing in to reading: two graders, a rubric, feedback, and a teacher who releases',
    play: async (actors) => {
      const work = await actors.submitEssay()
      await actors.registered(work)
      const claimed = await actors.assessor.claim(work.submissionId)
      await actors.grader.readContent(work.submissionId)
      const other = await actors.secondAssessor.claimNext(courseId, essayId)
      if (other.submissionId === work.submissionId) throw new Error('two graders hold one submission')
      const scored = await actors.assessor.score(claimed, {
        structure: { levelId: 'good' },
        quality: { checks: { tests: 1, fault: 1 }, comment: 'An empty file makes it crash.' },
      })
      const words = 'Clear functions; mind the empty file.'
      const written = await actors.assessor.write(scored, words)
      const { deliveryId } = await actors.assessor.complete(written)
      await actors.secondAssessor.handBack(other)
      await actors.release(essayId)
      await actors.follow(deliveryId, ({ upstream }) => upstream !== null)
      await actors.checkUpstream(work, { grade: scored.upstreamPoints ?? 0, posts: 1 })
      await actors.reader.read(work, words)
    },
  },
]
