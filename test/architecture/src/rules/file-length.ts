import type { Rule } from '../rule.ts'

const maxLines = 300

/** Written by a command or a test, and compared by a test, so nobody has to read them. */
export const generated: ReadonlySet<string> = new Set([
  'libs/contracts/src/settings/language-table.ts',
  'libs/data/schema.sql',
  'libs/data/src/db/statement-names.ts',
  'libs/public-client/src/public-v1.ts',
])

/** A source file has at most 300 lines: longer ones hold two things. */
export const filesAreShort: Rule = (tree) =>
  [...tree]
    .filter(([path]) => /\.(tsx?|mts|mjs|js|cjs|sql)$/.test(path) && !generated.has(path))
    .flatMap(([path, text]) => {
      const lines = text.replace(/\n$/, '').split('\n').length
      return lines > maxLines ? [`${path}: ${lines} lines, more than ${maxLines}`] : []
    })
