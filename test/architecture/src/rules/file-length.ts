import type { Rule } from '../rule.ts'

const maxLines = 300

/** Written by a command and compared by a test, so nobody has to read them. */
const generated = new Set(['libs/data/schema.sql'])

/** A source file has at most 300 lines: longer ones hold two things. */
export const filesAreShort: Rule = (tree) =>
  [...tree]
    .filter(([path]) => /\.(ts|mts|mjs|js|cjs|sql)$/.test(path) && !generated.has(path))
    .flatMap(([path, text]) => {
      const lines = text.replace(/\n$/, '').split('\n').length
      return lines > maxLines ? [`${path}: ${lines} lines, more than ${maxLines}`] : []
    })
