import { createHmac, timingSafeEqual } from 'node:crypto'

interface SignedRequest {
  /** Without query. */
  readonly address: string
  /** Of the query and of the form, as they were sent. */
  readonly pairs: readonly (readonly [name: string, value: string])[]
}

/** Whether one of the secrets signed the request by HMAC-SHA1, and no pair stands twice in it. RFC 5849, 3.4. */
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

/** `a=` sorts after `a1`, whose name is the longer one, so names are compared alone. */
const nameIn = (pair: string): string => pair.slice(0, pair.indexOf('='))

/** RFC 3986 keeps fewer characters than `encodeURIComponent`. */
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
