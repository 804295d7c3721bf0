import { posix } from 'node:path'
import type { Rule } from '../rule.ts'
import type { SourceTree } from '../source-tree.ts'

/** A path from the root, as a document writes it: `libs/…` in backticks. Commands and patterns have blanks or stars. */
const written = /`((?:libs|services|test|infra|docs)\/[^`\s*]+)`/g
const link = /\]\(([^)#\s]+)(?:#[^)]*)?\)/g

/** Every file and folder that a page of docs/ names exists: evidence that has moved is none. */
export const documentsNameWhatExists: Rule = (tree) =>
  [...tree]
    .filter(([path]) => path.startsWith('docs/') && path.endsWith('.md'))
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
  return tree.has(named) || [...tree.keys()].some((path) => path.startsWith(folder))
}
