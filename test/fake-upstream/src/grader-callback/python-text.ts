/** A dictionary of texts as Python prints it, which no JSON parser reads: `{'points': '20'}`. */
export function pythonText(fields: Readonly<Record<string, string>> | null): string | null {
  if (fields === null) return null
  return `{${Object.entries(fields)
    .map(([name, value]) => `${quoted(name)}: ${quoted(value)}`)
    .join(', ')}}`
}

const named: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/**
 * Quotes a text as Python does: in double quotes if it has single ones and no double ones, otherwise in single quotes.
 */
function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  const inside = text.replace(
    /[\\\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu,
    (character) => named[character] ?? escaped(character),
  )
  return `${quote}${quote === "'" ? inside.replaceAll("'", "\\'") : inside}${quote}`
}

/** Characters that Python prints as escapes. */
function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x100) return `\\x${code.toString(16).padStart(2, '0')}`
  return code < 0x10000 ? `\\u${code.toString(16).padStart(4, '0')}` : `\\U${code.toString(16).padStart(8, '0')}`
}
