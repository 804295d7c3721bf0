import { posix } from 'node:path'
import { modulesOf } from '../modules.ts'
import { packagesOf } from '../packages.ts'
import type { Rule } from '../rule.ts'

type Graph = ReadonlyMap<string, readonly string[]>

/** Packages form no circle, tests included: the compiler's project references could not be built otherwise. */
export const packagesHaveNoCircle: Rule = (tree) => {
  const packages = packagesOf(tree)
  const folders = new Map(packages.map(({ name, folder }) => [name, folder]))
  const graph: Graph = new Map(
    packages.map(({ folder, dependencies, devDependencies }) => [
      folder,
      Object.keys({ ...dependencies, ...devDependencies }).flatMap((name) => folders.get(name) ?? []),
    ]),
  )
  return circlesOf(graph).map((circle) => `${circle[0]}: packages in a circle: ${circle.join(' → ')}`)
}

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
