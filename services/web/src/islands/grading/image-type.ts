/** `?` is any byte. */
const signatures: readonly (readonly [type: string, start: string])[] = [
  ['image/png', '\x89PNG\r\n\x1A\n'],
  ['image/jpeg', '\xFF\xD8\xFF'],
  ['image/gif', 'GIF87a'],
  ['image/gif', 'GIF89a'],
  ['image/webp', 'RIFF????WEBP'],
]

/** The type of an image by its first bytes; null for any but the four kinds that hold a picture and nothing else. */
export function imageTypeOf(bytes: Uint8Array): string | null {
  const isStart = (start: string): boolean =>
    Array.from(start).every((character, at) => character === '?' || bytes[at] === character.charCodeAt(0))
  return signatures.find(([, start]) => isStart(start))?.[0] ?? null
}
