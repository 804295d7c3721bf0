import type { SourceTree } from './source-tree.ts'

/** A rule of the house: reads a tree and tells each break of it as `path: what is wrong`. */
export type Rule = (tree: SourceTree) => string[]
