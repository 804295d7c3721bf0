import { posix } from 'node:path'
import type { Rule } from '../rule.ts'
import type { SourceTree } from '../source-tree.ts'

/** A path from the root in backticks, or a pattern of paths; one with a placeholder in it (`<noun>`) is no path. */
const written = /`((?:libs|services|test|infra|docs)\/[\w./*{},-]+)`/g
const link = /\]\(([^)#\s]+)(?:#[^)]*)?\)/g

/** Pages that speak of the whole house, rather than of the folder they lie in. */
const page = /^(docs\/.*|README|CONTRIBUTING|CHANGELOG)\.md$/

/** Every file and folder that such a page names exists: evidence that has moved is none. */
export const documentsNameWhatExists: Rule = (tree) =>
  [...tree]
    .filter(([path]) => page.test(path))
    .flatMap(([path, text]) =>
      namedIn(path, text)
        .filter((named) => !exists(tree, named))
        .map((named) => `${path}: ${named} is not there`),
    )

function namedIn(path: string, text: string): string[] {
  const paths = [...text.matchAll(written)].map(([, named = '']) => named)
  const links = [...text.matchAll(link)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => posix.normalize(posix.join(posix.dirname(path), target)))
  return [...new Set([...paths, ...links])]
}

function exists(tree: SourceTree, named: string): boolean {
  const folder = `${named.replace(/\/$/, '')}/`
  const paths = [...tree.keys()]
  if (/[*{]/.test(named)) return paths.some((path) => posix.matchesGlob(path, named))
  return tree.has(named) || paths.some((path) => path.startsWith(folder))
}
