import type { WriterReply, WritersWorld } from './writers-world.ts'
import { answered, must, type SentText, sendSave } from './send-save.ts'
import { thingOf, type WriterStep, type WritersPlan, type WrittenThing, writersRubric } from './writers-plan.ts'

/** What happened to one assessment and its feedback document, and what can be read of them afterwards. */
export interface WrittenHistory {
  readonly saves: readonly SentText[]
  /** Replies to other steps that no client should ever get. */
  readonly failures: readonly string[]
  readonly hasRestart: boolean
  readonly assessment: string
  readonly history: string
  readonly feedback: string
  /** The texts of all versions of the feedback document. */
  readonly versions: string
  /** By user id. */
  readonly parked: Readonly<Record<number, string>>
}

const grader = 103
const teacher = 101
const people = [grader, teacher, grader, teacher]

/** Publishes the rubric of the writers, and grades exercise 1103 by it. */
export async function prepareWriters(world: WritersWorld): Promise<void> {
  const rubric = await must(world, teacher, 'POST', '/courses/11/rubrics', { body: { document: writersRubric } })
  const { rubricId } = JSON.parse(rubric.text) as { rubricId: string }
  await must(world, teacher, 'POST', `/rubrics/${rubricId}/publish`, { headers: { 'If-Match': '"1"' } })
  const path = '/courses/11/exercises/1103/grading'
  const grading = await must(world, teacher, 'GET', path)
  const body = { ...(JSON.parse(grading.text) as object), rubricId, maxOpenClaims: 50 }
  await must(world, teacher, 'PUT', path, { body, headers: { 'If-Match': `"${grading.revision}"` } })
}

/** Plays a plan on a new assessment. Texts are unique, so that each can be found again. */
export async function playWriters(world: WritersWorld, { tabs, rounds }: WritersPlan): Promise<WrittenHistory> {
  const submissionId = await world.submit()
  const claimed = await must(world, grader, 'POST', `/submissions/${submissionId}/claims`)
  const { id, feedbackId } = JSON.parse(claimed.text) as { id: string; feedbackId: string }
  const paths = { assessment: `/assessments/${id}`, feedback: `/feedback/${feedbackId}` }
  const known = Array.from({ length: tabs }, () => ({ assessment: 1, feedback: 1 }))
  const saves: SentText[] = []
  const failures: string[] = []
  let hasRestart = false
  let lastText = 0

  const act = async (step: WriterStep): Promise<void> => {
    if (step.kind === 'lapse') return await world.lapse(id)
    const at = step.tab % tabs
    const userId = people[at] ?? grader
    const own = known[at]
    if (own === undefined) throw new Error('there is no such tab')
    if (step.kind === 'save') {
      const texts = step.parts.map((part) => ({ part, text: `«${submissionId}-${(lastText += 1)}»` }))
      const thing: WrittenThing = thingOf(step.parts[0] ?? 'note')
      const save = await sendSave(world, paths[thing], { userId, texts, base: own[thing], isBase: step.isBase })
      saves.push(save)
      if (!step.isLost && save.status === 204 && save.revision !== null) own[thing] = save.revision
      return
    }
    const reply = await sendStep(world, { step: step.kind, id, submissionId, userId, revision: own.assessment })
    if (reply.status >= 500) failures.push(`${step.kind}: ${reply.status} ${reply.text}`)
    if (step.kind === 'restart') hasRestart = true
    if (reply.status === 200 && reply.revision !== null) own.assessment = reply.revision
    if (step.kind !== 'read') return
    const document = await answered(world, userId, 'GET', paths.feedback)
    if (document.status >= 500) failures.push(`read: ${document.status} ${document.text}`)
    if (document.revision !== null) own.feedback = document.revision
  }
  for (const round of rounds) await Promise.all(round.map(act))
  // Ends the lease, so that the claims of all assessments together stay below the limit.
  await world.lapse(id)
  return {
    saves,
    failures,
    hasRestart,
    assessment: (await must(world, teacher, 'GET', paths.assessment)).text,
    history: (await allPages(world, teacher, `${paths.assessment}/history`)).join('\n'),
    feedback: (await must(world, teacher, 'GET', paths.feedback)).text,
    versions: await versionsOf(world, paths.feedback),
    parked: {
      [grader]: await parkedOf(world, grader, { id, feedbackId }),
      [teacher]: await parkedOf(world, teacher, { id, feedbackId }),
    },
  }
}

interface OtherStep {
  readonly step: Exclude<WriterStep['kind'], 'save' | 'lapse'>
  readonly id: string
  readonly submissionId: number
  readonly userId: number
  readonly revision: number
}

async function sendStep(
  world: WritersWorld,
  { step, id, submissionId, userId, revision }: OtherStep,
): Promise<WriterReply> {
  const of = `/assessments/${id}`
  switch (step) {
    case 'read':
      return await answered(world, userId, 'GET', of)
    case 'claim':
      return await answered(world, userId, 'POST', `/submissions/${submissionId}/claims`)
    case 'take_over':
      return await answered(world, teacher, 'POST', `${of}/takeover`)
    case 'hand_back':
      return await answered(world, userId, 'DELETE', `${of}/claim`)
    case 'postpone':
      return await answered(world, userId, 'POST', `${of}/postpone`, { body: { note: 'Later.' } })
    case 'complete':
      return await answered(world, userId, 'POST', `${of}/complete`, { headers: { 'If-Match': `"${revision}"` } })
    case 'reopen':
      return await answered(world, userId, 'POST', `${of}/reopen`, { body: { reason: 'Again.' } })
    case 'restart':
      return await answered(world, teacher, 'POST', `${of}/restart`, { body: { reason: 'Anew.' } })
    case 'heartbeat':
      return await answered(world, userId, 'POST', `${of}/heartbeat`)
  }
}

/** The texts of all pages of a list. */
async function allPages(world: WritersWorld, userId: number, path: string): Promise<readonly string[]> {
  const texts: string[] = []
  let cursor: string | null = null
  do {
    const next: string = cursor === null ? '' : `${path.includes('?') ? '&' : '?'}cursor=${cursor}`
    const { text } = await must(world, userId, 'GET', `${path}${next}`)
    texts.push(text)
    cursor = (JSON.parse(text) as { nextCursor: string | null }).nextCursor
  } while (cursor !== null)
  return texts
}

/** The texts of all versions of a feedback document. */
async function versionsOf(world: WritersWorld, path: string): Promise<string> {
  const pages = await allPages(world, teacher, `${path}/versions`)
  const versions = pages.flatMap((page) => (JSON.parse(page) as { items: { number: number }[] }).items)
  const texts = versions.map(
    async ({ number }) => (await must(world, teacher, 'GET', `${path}/versions/${number}`)).text,
  )
  return (await Promise.all(texts)).join('\n')
}

async function parkedOf(
  world: WritersWorld,
  userId: number,
  { id, feedbackId }: { readonly id: string; readonly feedbackId: string },
): Promise<string> {
  const lists = [`assessmentId=${id}`, `feedbackId=${feedbackId}`].map(async (of) => {
    const list = await must(world, userId, 'GET', `/parked-drafts?${of}&limit=200`)
    const { items } = JSON.parse(list.text) as { items: { id: string }[] }
    return await Promise.all(
      items.map(async (item) => (await must(world, userId, 'GET', `/parked-drafts/${item.id}`)).text),
    )
  })
  return (await Promise.all(lists)).flat().join('\n')
}
