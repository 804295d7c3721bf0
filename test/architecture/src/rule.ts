import type { SourceTree } from './source-tree.ts'

/** An architecture rule: reads a tree and reports each violation as `path: what is wrong`. */
export type Rule = (tree: SourceTree) => string[]
