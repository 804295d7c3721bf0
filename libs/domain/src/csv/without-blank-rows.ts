/** Removes rows without a value: empty lines, white space, separators alone, quoted or not. Nothing after `maxRows` rows with a value is read. */
export function withoutBlankRows(text: string, maxRows = Infinity): string {
  let kept = ''
  let rows = 0
  let start = 0
  let isQuoted = false
  let hasValue = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at)
    if (character === '"') {
      // Inside a quoted cell, two quotes are one.
      hasValue ||= !isQuoted && at > start && text[at - 1] === '"'
      isQuoted = !isQuoted
    } else if (!isQuoted && (character === '\n' || character === '\r')) {
      if (character === '\r' && text[at + 1] === '\n') at += 1
      if (hasValue) {
        kept += text.slice(start, at + 1)
        rows += 1
        if (rows === maxRows) return kept
      }
      start = at + 1
      hasValue = false
    } else hasValue ||= isQuoted ? !isBlank(character) : character !== ';' && !isBlank(character)
  }
  // Quotes that do not match are for the reader of the rows to report.
  return hasValue || isQuoted ? kept + text.slice(start) : kept
}

const isBlank = (character: string): boolean => character === ' ' || character.trim() === ''
