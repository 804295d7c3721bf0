import type { Issue } from './issue.ts'

/** `away`: no answer says whether the call was done. */
export type Answer<Value> =
  | { readonly kind: 'ok'; readonly value: Value }
  | { readonly kind: 'stale' | 'away' | 'lost' | 'signed-out' | 'other-person' }
  | { readonly kind: 'refused'; readonly issues: readonly Issue[] }

/** The person for whom a call is made: with another person's session it is not done. */
interface Person {
  readonly userId: number
}

const timeLimitMs = 30_000
/** A browser sends no larger body (64 KiB) after its page was left. */
const keepAliveChars = 60_000

interface Sending extends Omit<RequestInit, 'headers'> {
  readonly headers?: Readonly<Record<string, string>>
}

export async function ask<Value>({ userId }: Person, path: string, init: Sending = {}): Promise<Answer<Value>> {
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

export function post<Value>(person: Person, path: string, body: object): Promise<Answer<Value>> {
  const text = JSON.stringify(body)
  return ask(person, path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: text,
    keepalive: text.length < keepAliveChars && new TextEncoder().encode(text).length < keepAliveChars,
  })
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

/** A call that was neither done nor refused for a reason is repeated, as one without an answer. */
function answerOf<Value>(status: number, body: Refusal & Value): Answer<Value> {
  if (status < 300) return { kind: 'ok', value: body }
  if (status === 401) return { kind: 'signed-out' }
  const { code = '', fieldErrors = [] } = body
  const outcome = outcomes[code]
  if (outcome !== undefined) return { kind: outcome }
  return status === 400 || code === 'incomplete' ? { kind: 'refused', issues: fieldErrors } : { kind: 'away' }
}
