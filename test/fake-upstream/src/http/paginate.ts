import type { Call } from './call.ts'
import type { Json } from './json.ts'
import { notFound } from './http-error.ts'
import { type Reply, jsonReply } from './reply.ts'

const pageSize = 100

/** The page that `?page=` asks for, in A+'s envelope. Only the items of that page are rendered. */
export function paginated<T>(call: Call, items: readonly T[], render: (item: T) => Json): Reply {
  const lastPage = Math.max(1, Math.ceil(items.length / pageSize))
  const asked = call.request.query.get('page') ?? '1'
  const page = /^\s*\d+\s*$/.test(asked) ? Number(asked) : Number.NaN
  if (!(page >= 1 && page <= lastPage)) throw notFound('Invalid page.')
  return jsonReply({
    count: items.length,
    next: page < lastPage ? pageLink(call, page + 1) : null,
    previous: page > 1 ? pageLink(call, page - 1) : null,
    results: items.slice((page - 1) * pageSize, page * pageSize).map(render),
  })
}

/**
 * The request's own address with another page number. All other parameters stay, also a token; page 1 has no parameter.
 */
function pageLink(call: Call, page: number): string {
  const query = new URLSearchParams(call.request.query)
  query.delete('page')
  if (page > 1) query.set('page', String(page))
  query.sort()
  const text = query.toString()
  return `${call.request.origin}${call.request.path}${text === '' ? '' : `?${text}`}`
}
