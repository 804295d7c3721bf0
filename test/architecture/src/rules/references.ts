import { posix } from 'node:path'
import { packagesOf } from '../packages.ts'
import type { Rule } from '../rule.ts'
import type { SourceTree } from '../source-tree.ts'

interface Project {
  readonly references?: readonly { readonly path: string }[]
  readonly [key: string]: unknown
}

const ownKeys = new Set(['extends', 'include', 'references'])

/** The compiler's project references are the workspace dependencies of the manifest, no more and no fewer; the root has all. */
export const referencesAgreeWithManifests: Rule = (tree) => {
  const packages = packagesOf(tree)
  const folders = new Map(packages.map(({ name, folder }) => [name, folder]))
  const problems = packages.flatMap(({ folder, dependencies, devDependencies }) => {
    const wanted = Object.keys({ ...dependencies, ...devDependencies }).flatMap((name) => folders.get(name) ?? [])
    return [...compare(tree, `${folder}/tsconfig.json`, wanted), ...strictnessOf(tree, `${folder}/tsconfig.json`)]
  })
  return [
    ...problems,
    ...compare(
      tree,
      'tsconfig.json',
      packages.map(({ folder }) => folder),
    ),
  ]
}

function compare(tree: SourceTree, path: string, wanted: readonly string[]): string[] {
  const text = tree.get(path)
  if (text === undefined) return [`${path}: is missing`]
  const { references = [] } = JSON.parse(text) as Project
  const found = references.map((reference) => posix.join(posix.dirname(path), reference.path))
  return [
    ...wanted.filter((folder) => !found.includes(folder)).map((folder) => `${path}: lacks a reference to ${folder}`),
    ...found
      .filter((folder) => !wanted.includes(folder))
      .map((folder) => `${path}: refers to ${folder}, which the manifest does not have`),
  ]
}

/** A package does not change the strict compiler options. */
function strictnessOf(tree: SourceTree, path: string): string[] {
  const project = JSON.parse(tree.get(path) ?? '{}') as Project
  return [
    ...Object.keys(project)
      .filter((key) => !ownKeys.has(key))
      .map((key) => `${path}: must not set ${key}`),
    ...(posix.join(posix.dirname(path), String(project['extends'])) === 'tsconfig.base.json'
      ? []
      : [`${path}: must extend tsconfig.base.json`]),
  ]
}
