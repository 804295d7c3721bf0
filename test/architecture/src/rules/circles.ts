import { posix } from 'node:path'
import { modulesOf } from '../modules.ts'
import { packageFolderOf } from '../packages.ts'
import type { Rule } from '../rule.ts'
import type { SourceTree } from '../source-tree.ts'

type Graph = ReadonlyMap<string, Iterable<string>>

/** Modules form no circle, not even of types: what two modules need from each other belongs in a third. */
export const modulesHaveNoCircle: Rule = (tree) => {
  const graph: Graph = new Map(
    modulesOf(tree).map(({ path, imports }) => [
      path,
      imports
        .filter(({ specifier }) => specifier.startsWith('.'))
        .map(({ specifier }) => posix.join(posix.dirname(path), specifier)),
    ]),
  )
  return circlesOf(graph).map((circle) => `${circle[0]}: modules in a circle: ${circle.join(' → ')}`)
}

/**
 * The folders of a package form no circle, so that it can be read and changed from the bottom up; nor do the folders inside a folder.
 * Files beside folders count as one: in the product they put the folders together, and hold nothing that a folder uses. Tests may use
 * what stands above.
 */
export const foldersHaveNoCircle: Rule = (tree) => [
  ...new Set([1, 2].flatMap((depth) => circlesOfFolders(tree, depth))),
]

function circlesOfFolders(tree: SourceTree, depth: number): string[] {
  const graph = new Map<string, Set<string>>()
  for (const { path, imports } of modulesOf(tree)) {
    const from = folderOf(path, depth)
    if (from === undefined || /\.(test|fixture)\.tsx?$/.test(path)) continue
    const targets = imports
      .filter(({ specifier }) => specifier.startsWith('.'))
      .map(({ specifier }) => folderOf(posix.join(posix.dirname(path), specifier), depth))
      .filter((target) => target !== undefined && target !== from)
    for (const target of targets) graph.set(from, (graph.get(from) ?? new Set()).add(target!))
  }
  return circlesOf(graph).map((circle) => `${circle[0]}: folders in a circle: ${circle.join(' → ')}`)
}

/** A file's folder, at most `depth` below `src`; undefined for a file that is not asked. */
function folderOf(path: string, depth: number): string | undefined {
  const owner = packageFolderOf(path)
  const [src, ...folders] = posix.dirname(path.slice(owner.length + 1)).split('/')
  if (src !== 'src' || folders[0] === 'testing') return undefined
  if (folders.length === 0 && !/^(libs|services)\//.test(owner)) return undefined
  return [owner, src, ...folders.slice(0, depth)].join('/')
}

/** Returns each circle once: a depth-first search finds it when it meets a node that is still open. */
function circlesOf(graph: Graph): string[][] {
  const done = new Set<string>()
  const open: string[] = []
  const circles: string[][] = []
  const visit = (node: string): void => {
    if (done.has(node)) return
    const at = open.indexOf(node)
    if (at >= 0) {
      circles.push([...open.slice(at), node])
      return
    }
    open.push(node)
    for (const next of graph.get(node) ?? []) visit(next)
    open.pop()
    done.add(node)
  }
  for (const node of graph.keys()) visit(node)
  return circles
}
