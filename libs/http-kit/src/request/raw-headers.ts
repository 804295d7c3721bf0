export interface RawHeaderSource {
  readonly rawHeaders: readonly string[]
}

type SingleHeader =
  | { readonly kind: 'absent' }
  | { readonly kind: 'one'; readonly value: string }
  | { readonly kind: 'many' }

/** The values of all lines with this name in any letter case, in order, without the optional whitespace around them. */
export function headerLines(req: RawHeaderSource, name: string): string[] {
  const wanted = name.toLowerCase()
  const lines: string[] = []
  for (let index = 0; index < req.rawHeaders.length; index += 2) {
    const line = req.rawHeaders[index]
    if (line?.length !== wanted.length || line.toLowerCase() !== wanted) continue
    lines.push(withoutOuterWhitespace(req.rawHeaders[index + 1] ?? ''))
  }
  return lines
}

/** Shows duplicates, which Node's parsed headers hide: they keep only the first `Authorization`, `Host` and `Content-Type`. */
export function singleHeader(req: RawHeaderSource, name: string): SingleHeader {
  const [value, second] = headerLines(req, name)
  if (value === undefined) return { kind: 'absent' }
  return second === undefined ? { kind: 'one', value } : { kind: 'many' }
}

/** Optional whitespace of RFC 9110 is only space and tab; `trim` would also remove a no-break space. */
function withoutOuterWhitespace(value: string): string {
  let start = 0
  let end = value.length
  while (isOptionalWhitespace(value.charCodeAt(start))) start += 1
  while (isOptionalWhitespace(value.charCodeAt(end - 1))) end -= 1
  return value.slice(start, end)
}

function isOptionalWhitespace(code: number): boolean {
  return code === 0x20 || code === 0x09
}
