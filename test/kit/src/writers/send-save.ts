import type { WriterReply, WritersWorld } from './writers-world.ts'
import { thingOf, type WrittenPart } from './writers-plan.ts'

/** A save as it was sent, with its last reply. Its revisions are those of the assessment or of the feedback document. */
export interface SentText {
  readonly userId: number
  readonly texts: readonly { readonly part: WrittenPart; readonly text: string }[]
  readonly base: number
  readonly isBase: boolean
  readonly status: number
  readonly code: string | undefined
  readonly revision: number | null
  /** Whether an earlier try had no reply, so that it may have succeeded. */
  readonly isUncertain: boolean
}

/** Saves texts below a path. A client that gets no reply sends the same again. */
export async function sendSave(
  world: WritersWorld,
  path: string,
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
  for (let attempt = 1; ; attempt += 1) {
    const reply = await world.send(userId, 'PATCH', `${path}${isBase ? `?base=${base}` : ''}`, request)
    if (reply === null) continue
    const { status, revision, text } = reply
    const code = status === 204 ? undefined : (JSON.parse(text) as { code: string }).code
    return { ...save, status, code, revision, isUncertain: attempt > 1 }
  }
}

/** The patch that has each text in its place. */
function patchOf(texts: SentText['texts']): object {
  const members = texts.map(({ part, text }) => memberOf(part, text))
  const [scores, annotations] = [insideOf('scores', members), insideOf('annotations', members)]
  return Object.assign({}, ...members, scores, annotations) as object
}

function memberOf(part: WrittenPart, text: string): Readonly<Record<string, unknown>> {
  if (part === 'note') return { privateNote: text }
  if (part === 'adjustment') return { adjustment: { points: 0.25, reason: text } }
  if (part === 'body') return { body: text }
  return thingOf(part) === 'feedback'
    ? { annotations: { [part]: annotation(text) } }
    : { scores: { [part]: { comment: text } } }
}

const annotation = (body: string): object => ({
  anchor: { answerKey: 'essay' },
  startLine: 1,
  endLine: 1,
  kind: 'note',
  body,
  private: false,
})

/** A member of the patch that several texts are in. */
function insideOf(name: string, members: readonly Readonly<Record<string, unknown>>[]): object {
  const inside = members.flatMap((member) => (member[name] === undefined ? [] : [member[name]]))
  return inside.length === 0 ? {} : { [name]: Object.assign({}, ...inside) as object }
}

/** Sends a request of a person until there is a reply. */
export async function answered(
  ...of: Parameters<WritersWorld['send']> extends infer Sent extends unknown[] ? [WritersWorld, ...Sent] : never
): Promise<WriterReply> {
  const [world, ...request] = of
  for (;;) {
    const reply = await world.send(...request)
    if (reply !== null) return reply
  }
}

/** The same for a request that must succeed. */
export async function must(...of: Parameters<typeof answered>): Promise<WriterReply> {
  const reply = await answered(...of)
  if (reply.status >= 300) throw new Error(`${of[2]} ${of[3]}: ${reply.status} ${reply.text}`)
  return reply
}
