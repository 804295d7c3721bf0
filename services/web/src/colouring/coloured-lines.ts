/** Longer lines stay plain, since a line may have as many tokens as characters. */
const maxLength = 2_000

/** The time of these grammars grows with the cube of a line's length: with 2,000 characters of one kind it is 3 to 6 seconds. */
const maxLengthOf: Readonly<Record<string, number>> = {
  groovy: 500,
  kdl: 500,
  mdc: 500,
  nextflow: 500,
  'nextflow-groovy': 500,
  reg: 500,
  shellscript: 500,
  terraform: 500,
  'ts-tags': 500,
}

/** What doubles the time of a grammar with each further character. */
const endless: Readonly<Record<string, RegExp>> = { v: /[0-9_]{13}/ }

/** The lines of a text as they are coloured: those that would take too long are empty. */
export function colouredLines(language: string, lines: readonly string[]): string[] {
  const longest = maxLengthOf[language] ?? maxLength
  return lines.map((line) => (line.length > longest || endless[language]?.test(line) === true ? '' : line))
}
