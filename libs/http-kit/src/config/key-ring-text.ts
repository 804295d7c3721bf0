interface RingKey {
  readonly id: string
  readonly key: Buffer
}

export type KeyRing = readonly RingKey[]

const entryShape = /^([a-z0-9-]{1,32}):([A-Za-z0-9+/]{43}=)$/

function parseEntry(entry: string): RingKey | undefined {
  const [, id, encoded] = entryShape.exec(entry) ?? []
  if (id === undefined || encoded === undefined) return undefined
  const key = Buffer.from(encoded, 'base64')
  // Node's decoder reads several texts as the same bytes, so only the canonical text of a key is accepted.
  return key.length === 32 && key.toString('base64') === encoded ? { id, key } : undefined
}

/** `id:base64(32 bytes)`, comma-separated; undefined for anything else, also if an id or a key occurs twice. */
export function parseKeyRing(text: string): KeyRing | undefined {
  const keys = text.split(',').map((entry) => parseEntry(entry.trim()))
  const ring = keys.filter((key) => key !== undefined)
  if (ring.length !== keys.length) return undefined
  const ids = new Set(ring.map(({ id }) => id))
  const secrets = new Set(ring.map(({ key }) => key.toString('base64')))
  return ids.size === ring.length && secrets.size === ring.length ? ring : undefined
}
