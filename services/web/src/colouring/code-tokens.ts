/** The classes of code by their numbers, which style.css colours. 0 is plain. */
export const tokenClasses = ['', 't-keyword', 't-string', 't-number', 't-comment', 't-name', 't-removed'] as const

/** A part of a line that begins where the part before it ends. The rest of the line is plain. */
export type Token = readonly [classNumber: number, length: number]

/** Of each line the number of its tokens, then the tokens. A cache can count the bytes, and a thread hand the buffer over. */
export type Colours = Uint16Array<ArrayBuffer>

export function packTokens(lines: readonly (readonly Token[])[]): Colours {
  return Uint16Array.from(lines.flatMap((tokens) => [tokens.length, ...tokens.flat()]))
}

export function unpackTokens(colours: Colours): Token[][] {
  const lines: Token[][] = []
  for (let at = 0; at < colours.length;) {
    const count = colours[at] ?? 0
    const from = at + 1
    lines.push(
      Array.from({ length: count }, (_, n): Token => [colours[from + 2 * n] ?? 0, colours[from + 2 * n + 1] ?? 0]),
    )
    at = from + 2 * count
  }
  return lines
}
