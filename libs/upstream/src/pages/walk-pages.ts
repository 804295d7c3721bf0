import Type, { type TSchema } from 'typebox'
import type { Request, Upstream, UpstreamCall } from '../client/client.ts'
import { startDeadline } from '../call/deadline.ts'
import { UpstreamError } from '../call/upstream-error.ts'

const maxPages = 50
/** Time limit of a whole list, as a multiple of the time limit of one call. */
const callsWorth = 6

/** The envelope of a page. Only the presence of `next` is used: its text is a link that a client must not trust. */
export function pageOf<S extends TSchema>(item: S) {
  return Type.Object({
    next: Type.Union([Type.String(), Type.Null()]),
    results: Type.Array(item, { maxItems: 1000 }),
  })
}

export function pathOfPage(path: string, number: number): string {
  return `${path}${path.includes('?') ? '&' : '?'}page=${number}`
}

interface Page<T> {
  readonly next: string | null
  readonly results: readonly T[]
}

/** Reads up to 50 pages by number, in six calls' time. Items may occur twice; a list that became shorter (404) is read once more. */
export async function walkPages<T>(upstream: Upstream, call: UpstreamCall, request: Request<Page<T>>): Promise<T[]> {
  const deadline = startDeadline(upstream.timeoutMs * callsWorth, call.signal)
  const walk = (): Promise<T[] | null> => walkOnce(upstream, { ...call, signal: deadline.signal }, request)
  try {
    const items = (await walk()) ?? (await walk())
    if (items !== null) return items
  } catch (error) {
    if (error instanceof UpstreamError && error.reason === 'aborted') throw new UpstreamError(deadline.reason())
    throw error
  } finally {
    deadline.end()
  }
  throw new UpstreamError('unexpected_status', { status: 404 })
}

async function walkOnce<T>(upstream: Upstream, call: UpstreamCall, request: Request<Page<T>>): Promise<T[] | null> {
  const items: T[] = []
  for (let number = 1; number <= maxPages; number += 1) {
    const page = await readPage(upstream, call, request, number)
    if (page === null) return null
    items.push(...page.results)
    if (page.next === null) return items
  }
  throw new UpstreamError('too_many_pages')
}

async function readPage<T>(
  upstream: Upstream,
  call: UpstreamCall,
  request: Request<Page<T>>,
  number: number,
): Promise<Page<T> | null> {
  try {
    return await upstream.get({ ...request, path: pathOfPage(request.path, number) }, call)
  } catch (error) {
    if (number > 1 && error instanceof UpstreamError && error.status === 404) return null
    throw error
  }
}
