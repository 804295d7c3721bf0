import { posix } from 'node:path'
import type { Rule } from '../rule.ts'
import type { SourceTree } from '../source-tree.ts'

/** A path from the root in backticks, or a pattern of paths; a text with a placeholder (`<noun>`) is not a path. */
const written = /`((?:libs|services|test|infra|docs)\/[\w./*{},-]+)`/g
const link = /\]\(([^)#\s]+)(?:#[^)]*)?\)/g

/** Pages about the whole repository, rather than about their own folder. */
const page = /^(docs\/.*|README|CONTRIBUTING|CHANGELOG)\.mdx?$/

/** Every file and folder that such a page names exists. */
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
    // An address of the site is checked when the site is built.
    .filter((target) => !/^([a-z]+:|\/)/.test(target))
    .map((target) => posix.normalize(posix.join(posix.dirname(path), target)))
  return [...new Set([...paths, ...links])]
}

function exists(tree: SourceTree, named: string): boolean {
  const folder = `${named.replace(/\/$/, '')}/`
  const paths = [...tree.keys()]
  if (/[*{]/.test(named)) return paths.some((path) => posix.matchesGlob(path, named))
  return tree.has(named) || paths.some((path) => path.startsWith(folder))
}
