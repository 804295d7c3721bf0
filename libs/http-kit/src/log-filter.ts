/**
 * Shapes of credentials: 40 hexadecimal digits (an A+ token), `token=` in a URL, `s<hex>.<32 characters>` (an A+
 * submission's asynchronous key), our session ids. The allowlist keeps them out; this is the net below it.
 */
const tokenShapes =
  /(?<![0-9a-f])[0-9a-f]{40}(?![0-9a-f])|token(?:=|%3d)[^&\s"'\\]+|\bs[0-9a-f]+\.[a-z0-9]{32}\b|cgs_[\w-]+/gi

export const redaction = '[redacted]'

/** The line with every token shape replaced; `onRedacted` is told how many there were, when any. */
export function redactTokens(line: string, onRedacted: (count: number) => void): string {
  let count = 0
  const filtered = line.replace(tokenShapes, () => {
    count += 1
    return redaction
  })
  if (count > 0) onRedacted(count)
  return filtered
}
