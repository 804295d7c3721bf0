import type { Fields } from './fields.ts'
import type { FeedbackPatch, JudgementPatch } from './patches.ts'
import type {
  CompletedWork,
  MoreOfSubmission,
  NextReply,
  NextRequest,
  SavedJudgement,
  SavedWording,
  SnippetChoice,
  Standing,
} from './replies.ts'

interface Issue {
  readonly path: string
  readonly code: string
}

/** `away`: no answer that says whether it was done. */
export type Answer<Value> =
  | { readonly kind: 'ok'; readonly value: Value }
  | { readonly kind: 'stale' | 'away' | 'lost' | 'signed-out' | 'other-person' }
  | { readonly kind: 'refused'; readonly issues: readonly Issue[] }

/** Whose assessment it is. The ids stay with whoever made the calls. */
export interface Ids {
  readonly userId: number
  readonly assessmentId: string
  readonly feedbackId: string
  readonly courseId: number
  readonly exerciseId: number
  readonly submissionId: number
}

export interface Calls {
  readonly saveJudgement: (ids: Ids, base: number, patch: JudgementPatch) => Promise<Answer<SavedJudgement>>
  readonly saveWording: (ids: Ids, base: number, patch: FeedbackPatch) => Promise<Answer<SavedWording>>
  readonly standing: (ids: Ids) => Promise<Answer<Standing>>
  readonly complete: (ids: Ids, revision: number) => Promise<Answer<CompletedWork>>
  readonly next: (ids: Ids, request: NextRequest) => Promise<Answer<NextReply>>
  readonly keepClaim: (ids: Ids) => Promise<Answer<object>>
  readonly leave: (ids: Ids, how: 'postpone' | 'handBack', note: string) => Promise<Answer<object>>
  readonly snippets: (ids: Ids, query: Fields) => Promise<Answer<{ readonly items: readonly SnippetChoice[] }>>
  readonly preview: (ids: Ids, text: string) => Promise<Answer<{ readonly html: string }>>
  readonly more: (ids: Ids) => Promise<Answer<MoreOfSubmission>>
}

const timeLimitMs = 30_000
/** A browser sends no more with a page that is left. */
const keepAliveChars = 60_000

export function createCalls(): Calls {
  const post = <Value>(ids: Ids, path: string, body: object): Promise<Answer<Value>> => {
    const text = JSON.stringify(body)
    return ask(ids, path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: text,
      keepalive: text.length < keepAliveChars && new TextEncoder().encode(text).length < keepAliveChars,
    })
  }
  const grade = ({ assessmentId }: Ids): string => `/grade/${assessmentId}`
  const exercise = ({ courseId, exerciseId }: Ids): string => `/courses/${courseId}/exercises/${exerciseId}`
  return {
    saveJudgement: (ids, base, patch) => post(ids, `${grade(ids)}/judgement`, { base, patch }),
    saveWording: (ids, base, patch) => post(ids, `${grade(ids)}/wording`, { base, patch, feedbackId: ids.feedbackId }),
    standing: (ids) => ask(ids, `${grade(ids)}/standing?feedback=${ids.feedbackId}`),
    complete: (ids, revision) => post(ids, `${grade(ids)}/complete`, { revision }),
    next: (ids, request) => post(ids, `${exercise(ids)}/next`, request),
    keepClaim: (ids) => post(ids, `${grade(ids)}/claim`, {}),
    leave: (ids, how, note) => post(ids, `${grade(ids)}/leave`, { how, note }),
    snippets: (ids, query) => ask(ids, `${exercise(ids)}/snippets?${new URLSearchParams(query)}`),
    preview: (ids, text) => post(ids, `/courses/${ids.courseId}/preview`, { text, feedbackId: ids.feedbackId }),
    more: (ids) => ask(ids, `/submissions/${ids.submissionId}/more`),
  }
}

async function ask<Value>({ userId }: Ids, path: string, init: RequestInit = {}): Promise<Answer<Value>> {
  try {
    const reply = await fetch(path, {
      ...init,
      headers: { ...init.headers, 'X-Person': String(userId) },
      redirect: 'error',
      signal: AbortSignal.timeout(timeLimitMs),
    })
    return answerOf(reply.status, (await reply.json()) as Refusal & Value)
  } catch {
    return { kind: 'away' }
  }
}

interface Refusal {
  readonly code?: string
  readonly fieldErrors?: readonly Issue[]
}

const outcomes: Readonly<Record<string, 'stale' | 'lost' | 'other-person'>> = {
  merge_conflict: 'stale',
  revision_conflict: 'stale',
  claim_lost: 'lost',
  not_in_state: 'lost',
  forbidden: 'lost',
  not_found: 'lost',
  other_person: 'other-person',
}

/** What is neither done nor refused for a reason is repeated, as if nobody had answered. */
export function answerOf<Value>(status: number, body: Refusal & Value): Answer<Value> {
  if (status < 300) return { kind: 'ok', value: body }
  if (status === 401) return { kind: 'signed-out' }
  const { code = '', fieldErrors = [] } = body
  const outcome = outcomes[code]
  if (outcome !== undefined) return { kind: outcome }
  return status === 400 || code === 'incomplete' ? { kind: 'refused', issues: fieldErrors } : { kind: 'away' }
}
