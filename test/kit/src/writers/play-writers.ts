import { type WriterStep, type WritersPlan, type WrittenPart, writersRubric } from './writers-plan.ts'

/** A reply as far as writers look at it. */
export interface WriterReply {
  readonly status: number
  /** The revision in `ETag`; null without one. */
  readonly revision: number | null
  readonly text: string
}

/** A service with the demo course, in which user 103 grades and user 101 teaches. */
export interface WritersWorld {
  /** Sends a request of a person; null where the connection ended before the answer. Then the next call waits until the service runs. */
  readonly send: (
    userId: number,
    method: string,
    path: string,
    request?: { readonly body?: object; readonly headers?: Readonly<Record<string, string>> },
  ) => Promise<WriterReply | null>
  /** A new submission to exercise 1103; returns its id. */
  readonly submit: () => Promise<number>
  /** Ends the lease of an assessment. */
  readonly lapse: (assessmentId: string) => Promise<void>
}

/** A save as it was sent, with its last answer. */
export interface SentText {
  readonly userId: number
  readonly texts: readonly { readonly part: WrittenPart; readonly text: string }[]
  readonly base: number
  readonly isBase: boolean
  readonly status: number
  readonly code: string | undefined
  readonly revision: number | null
  /** An earlier try had no answer, and may have succeeded. */
  readonly isUncertain: boolean
}

/** What happened to one assessment, and what can be read of it afterwards. */
export interface WrittenHistory {
  readonly saves: readonly SentText[]
  /** Replies to other steps that no client should ever get. */
  readonly failures: readonly string[]
  readonly hasRestart: boolean
  readonly assessment: string
  readonly history: string
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
  const { id } = JSON.parse(claimed.text) as { id: string }
  const known = Array.from({ length: tabs }, () => 1)
  const saves: SentText[] = []
  const failures: string[] = []
  let hasRestart = false
  let lastText = 0

  const act = async (step: WriterStep): Promise<void> => {
    if (step.kind === 'lapse') return await world.lapse(id)
    const at = step.tab % tabs
    const userId = people[at] ?? grader
    if (step.kind === 'save') {
      const texts = step.parts.map((part) => ({ part, text: `«${submissionId}-${(lastText += 1)}»` }))
      const save = await sendSave(world, id, { userId, texts, base: known[at] ?? 1, isBase: step.isBase })
      saves.push(save)
      if (!step.isLost && save.status === 204 && save.revision !== null) known[at] = save.revision
      return
    }
    const reply = await sendStep(world, { step: step.kind, id, submissionId, userId, revision: known[at] ?? 1 })
    if (reply.status >= 500) failures.push(`${step.kind}: ${reply.status} ${reply.text}`)
    if (step.kind === 'restart') hasRestart = true
    if (reply.status === 200 && reply.revision !== null) known[at] = reply.revision
  }
  for (const round of rounds) await Promise.all(round.map(act))
  // So that the claims of all assessments together stay below the limit.
  await world.lapse(id)
  return {
    saves,
    failures,
    hasRestart,
    assessment: (await must(world, teacher, 'GET', `/assessments/${id}`)).text,
    history: await allPages(world, teacher, `/assessments/${id}/history`),
    parked: { [grader]: await parkedOf(world, grader, id), [teacher]: await parkedOf(world, teacher, id) },
  }
}

const memberOf = (part: WrittenPart, text: string): object => {
  if (part === 'note') return { privateNote: text }
  if (part === 'adjustment') return { adjustment: { points: 0.25, reason: text } }
  return { scores: { [part]: { comment: text } } }
}

function patchOf(texts: SentText['texts']): object {
  const members = texts.map(({ part, text }) => memberOf(part, text) as { scores?: object })
  const scores = Object.assign({}, ...members.map((member) => member.scores ?? {})) as object
  return Object.assign({}, ...members, Object.keys(scores).length === 0 ? {} : { scores }) as object
}

/** A client that gets no answer sends the same again. */
async function sendSave(
  world: WritersWorld,
  id: string,
  save: Pick<SentText, 'userId' | 'texts' | 'base' | 'isBase'>,
): Promise<SentText> {
  const { userId, texts, base, isBase } = save
  const request = {
    body: patchOf(texts),
    headers: {
      'Content-Type': 'application/merge-patch+json',
      ...(isBase ? undefined : { 'If-Match': `"${base}"` }),
    },
  }
  const path = `/assessments/${id}${isBase ? `?base=${base}` : ''}`
  for (let attempt = 1; ; attempt += 1) {
    const reply = await world.send(userId, 'PATCH', path, request)
    if (reply === null) continue
    const { status, revision, text } = reply
    const code = status === 204 ? undefined : (JSON.parse(text) as { code: string }).code
    return { ...save, status, code, revision, isUncertain: attempt > 1 }
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

async function answered(
  ...of: Parameters<WritersWorld['send']> extends infer Sent extends unknown[] ? [WritersWorld, ...Sent] : never
): Promise<WriterReply> {
  const [world, ...request] = of
  for (;;) {
    const reply = await world.send(...request)
    if (reply !== null) return reply
  }
}

async function must(...of: Parameters<typeof answered>): Promise<WriterReply> {
  const reply = await answered(...of)
  if (reply.status >= 300) throw new Error(`${of[2]} ${of[3]}: ${reply.status} ${reply.text}`)
  return reply
}

/** The texts of all pages of a list, one after the other. */
async function allPages(world: WritersWorld, userId: number, path: string): Promise<string> {
  const texts: string[] = []
  let cursor: string | null = null
  do {
    const next: string = cursor === null ? '' : `${path.includes('?') ? '&' : '?'}cursor=${cursor}`
    const { text } = await must(world, userId, 'GET', `${path}${next}`)
    texts.push(text)
    cursor = (JSON.parse(text) as { nextCursor: string | null }).nextCursor
  } while (cursor !== null)
  return texts.join('\n')
}

async function parkedOf(world: WritersWorld, userId: number, id: string): Promise<string> {
  const list = await must(world, userId, 'GET', `/parked-drafts?assessmentId=${id}&limit=200`)
  const { items } = JSON.parse(list.text) as { items: { id: string }[] }
  const texts = await Promise.all(
    items.map(async (item) => (await must(world, userId, 'GET', `/parked-drafts/${item.id}`)).text),
  )
  return texts.join('\n')
}
