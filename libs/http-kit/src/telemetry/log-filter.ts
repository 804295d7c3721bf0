/** Credentials: A+ tokens (40 hexadecimal digits, a few more for `%20`); then `token=`, A+'s `s<hex>.<32 characters>`, our session ids. */
const tokenDigits = /(?<![0-9a-f])[0-9a-f]{40,63}(?![0-9a-f])/gi
const otherShapes = /token(?:=|%3d)[^&\s"'\\]+|s[0-9a-f]+\.[a-z0-9]{32}\b|cgs_[\w-]+/gi

export const redaction = '[redacted]'

const isHexDigit = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 97 && code <= 102) || (code >= 65 && code <= 70)

/** Reads one in forty characters and the neighbours of digits: the expression alone would take a third of a log line's time. */
function hasLongHex(lines: string): boolean {
  for (let probe = 39; probe < lines.length; probe += 40) {
    let start = probe
    let end = probe
    while (start > probe - 40 && isHexDigit(lines.charCodeAt(start))) start -= 1
    if (start === probe) continue
    while (end - start < 41 && isHexDigit(lines.charCodeAt(end))) end += 1
    if (end - start > 40) return true
  }
  return false
}

export function hasTokenShape(text: string): boolean {
  return redactTokens(text, () => {}) !== text
}

/** Replaces every text that looks like a token. `onRedacted` gets their number, if there are any. */
export function redactTokens(lines: string, onRedacted: (count: number) => void): string {
  let count = 0
  const redact = (): string => {
    count += 1
    return redaction
  }
  const filtered = (hasLongHex(lines) ? lines.replace(tokenDigits, redact) : lines).replace(otherShapes, redact)
  if (count > 0) onRedacted(count)
  return filtered
}
