import type { Rule } from '../rule.ts'

/** Phrases that refer to documents outside the repository. */
const outside: readonly RegExp[] = [
  /(?:^|[\s'"`(])\/work\//,
  /\.\.\/shared\//,
  /\bshared\/(?:design|spec|upstream)\b/,
  /\b(?:style|reliability|stack|aplus-api)\.md\b/,
  /\b(?:the|our) (?:design|brief)(?: says| wants| asks|,? (?:section|part) \d|'s)/i,
  /\bissue[ -]?#?\d/i,
]

/** Nothing refers to a document outside the repository, which a reader does not have. */
export const nothingPointsOutside: Rule = (tree) =>
  [...tree]
    .filter(([path]) => path !== 'pnpm-lock.yaml' && !path.startsWith('test/architecture/src/'))
    .flatMap(([path, text]) =>
      outside.flatMap((pattern) => {
        const [found] = pattern.exec(text) ?? []
        return found === undefined ? [] : [`${path}: refers to ${found.trim()}, which is not in the repository`]
      }),
    )
