import { posix } from 'node:path'
import { modulesOf } from '../modules.ts'
import { packageFolderOf } from '../packages.ts'
import type { Rule } from '../rule.ts'

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
 * The folders of a package form no circle, so that it can be read and changed from the bottom up. Files beside the folders count
 * as one: in the product they put the folders together, and hold nothing that a folder uses. Tests may use what stands above.
 */
export const foldersHaveNoCircle: Rule = (tree) => {
  const graph = new Map<string, Set<string>>()
  for (const { path, imports } of modulesOf(tree)) {
    const from = folderOf(path)
    if (from === undefined || /\.(test|fixture)\.tsx?$/.test(path)) continue
    const targets = imports
      .filter(({ specifier }) => specifier.startsWith('.'))
      .map(({ specifier }) => folderOf(posix.join(posix.dirname(path), specifier)))
      .filter((target) => target !== undefined && target !== from)
    for (const target of targets) graph.set(from, (graph.get(from) ?? new Set()).add(target!))
  }
  return circlesOf(graph).map((circle) => `${circle[0]}: folders in a circle: ${circle.join(' → ')}`)
}

/** `libs/data/src/claims` of a file in it or below it, `libs/data/src` of one beside the folders; undefined for one that is not asked. */
function folderOf(path: string): string | undefined {
  const owner = packageFolderOf(path)
  const [src, folder, below] = path.slice(owner.length + 1).split('/')
  if (src !== 'src' || folder === 'testing') return undefined
  if (below === undefined) return /^(libs|services)\//.test(owner) ? `${owner}/src` : undefined
  return `${owner}/src/${folder}`
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
