import type { Request, Upstream, UpstreamCall } from '../client.ts'
import { UpstreamError } from '../errors.ts'
import { pathOfPage } from './walk-pages.ts'

const pagesAtOnce = 4

/** A page that says how many items there are in all. */
export interface CountedPage<T> {
  readonly count: number
  readonly results: readonly T[]
}

export interface PageWalk<T> {
  /** In the list's order; items may stand twice when pages shifted. */
  readonly items: readonly T[]
  readonly pagesRead: number
  /** Whether every page gave the same count, which the items make up: then nothing came or went unnoticed. */
  readonly isSteady: boolean
}

/**
 * All items of a list whose first page says their number: the other pages are requested by number, four at once,
 * each a call with its own time limit; the caller's signal ends the whole. What comes while it walks makes one more
 * page where it needs one; a page that is gone by then (404) has no items. The first failure ends what is under way.
 */
export async function walkCountedPages<T>(
  upstream: Upstream,
  call: UpstreamCall,
  request: Request<CountedPage<T>>,
  maxPages: number,
): Promise<PageWalk<T>> {
  const ownEnd = new AbortController()
  const signal = call.signal === undefined ? ownEnd.signal : AbortSignal.any([call.signal, ownEnd.signal])
  const read = (number: number): Promise<CountedPage<T>> => readPage(upstream, { ...call, signal }, request, number)

  if (maxPages < 1) throw new UpstreamError('too_many_pages')
  const first = await read(1)
  const pages = [first]
  const pageSize = first.results.length // as it is: a page of another size than thought would hide a part of the list
  if (pageSize === 0 && first.count > 0) throw new UpstreamError('schema')
  let expected = pagesFor(first.count, pageSize)
  let next = 2
  const work = async (): Promise<void> => {
    while (next <= expected) {
      if (expected > maxPages) throw new UpstreamError('too_many_pages')
      const number = next
      next += 1
      const page = await read(number)
      pages[number - 1] = page
      expected = Math.max(expected, pagesFor(page.count, pageSize))
    }
  }
  const workers = Array.from({ length: pagesAtOnce }, work)
  try {
    await Promise.all(workers)
  } catch (error) {
    ownEnd.abort()
    await Promise.allSettled(workers) // nothing holds the token when this has ended
    throw error
  }
  const items = pages.flatMap((page) => page.results)
  const isSteady = pages.every(({ count }) => count === items.length)
  return { items, pagesRead: pages.length, isSteady }
}

/** An empty list may grow while it is walked, too: then its first page was the only one. */
function pagesFor(count: number, pageSize: number): number {
  return pageSize === 0 ? 1 : Math.max(1, Math.ceil(count / pageSize))
}

async function readPage<T>(
  upstream: Upstream,
  call: UpstreamCall,
  request: Request<CountedPage<T>>,
  number: number,
): Promise<CountedPage<T>> {
  try {
    return await upstream.get({ ...request, path: pathOfPage(request.path, number) }, call)
  } catch (error) {
    if (number > 1 && error instanceof UpstreamError && error.status === 404) return { count: 0, results: [] }
    throw error
  }
}
