import { createHmac, timingSafeEqual } from 'node:crypto'

interface SignedRequest {
  /** The address without its query. */
  readonly address: string
  /** The parameters of the query and of the form, as they were sent. */
  readonly pairs: readonly (readonly [name: string, value: string])[]
}

/** Whether one of the secrets signed the request by HMAC-SHA1, and no parameter stands twice in it. RFC 5849, 3.4. */
export function isSignedBy(secrets: readonly string[], { address, pairs }: SignedRequest): boolean {
  const names = new Set(pairs.map(([name]) => name))
  if (names.size < pairs.length) return false
  const given = Buffer.from(pairs.find(([name]) => name === 'oauth_signature')?.[1] ?? '', 'base64')
  const signed = pairs
    .filter(([name]) => name !== 'oauth_signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted((a, b) => (nameIn(a) < nameIn(b) ? -1 : 1))
  const base = ['POST', address, signed.join('&')].map(encode).join('&')
  return secrets.some((secret) => {
    const expected = createHmac('sha1', `${encode(secret)}&`)
      .update(base)
      .digest()
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

/** Names are compared without `=`, which sorts after a digit: `a=` would come after `a1`. */
const nameIn = (pair: string): string => pair.slice(0, pair.indexOf('='))

/** RFC 3986 leaves fewer characters as they are than `encodeURIComponent` does. */
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
