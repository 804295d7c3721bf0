import type { Request, Upstream, UpstreamCall } from '../client/client.ts'
import { UpstreamError } from '../call/upstream-error.ts'
import { pathOfPage } from './walk-pages.ts'

const pagesAtOnce = 4

interface CountedPage<T> {
  readonly count: number
  readonly results: readonly T[]
}

interface PageWalk<T> {
  /** In the list's order; an item may occur twice if pages shifted. */
  readonly items: readonly T[]
  readonly pagesRead: number
  /** Whether every page gave the same count, which is that of the items, so that nothing came or went unnoticed. */
  readonly isSteady: boolean
}

/** Reads pages by number, four at once. An added page is read, too; a page that is gone (404) is empty; the first failure ends all. */
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
  const pageSize = first.results.length // from the first page, since a wrong size would miss a part of the list
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
    await Promise.allSettled(workers) // no call must hold the token any more
    throw error
  }
  const items = pages.flatMap((page) => page.results)
  const isSteady = pages.every(({ count }) => count === items.length)
  return { items, pagesRead: pages.length, isSteady }
}

/** An empty list may grow while it is read; then its first page was the only one. */
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
