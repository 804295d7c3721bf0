import { posix } from 'node:path'
import type { SourceTree } from './source-tree.ts'

export interface Manifest {
  readonly name: string
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
}

/** A package of the workspace. */
export interface Package extends Manifest {
  /** Its folder from the root, such as `libs/data`. */
  readonly folder: string
}

const manifestPath = /^((libs|services|test)\/[^/]+|infra\/dev\/[^/]+)\/package\.json$/

export function packagesOf(tree: SourceTree): Package[] {
  return [...tree.keys()]
    .filter((path) => manifestPath.test(path))
    .map((path) => ({ ...readManifest(tree, path), folder: posix.dirname(path) }))
}

export function readManifest(tree: SourceTree, path: string): Manifest {
  const manifest = JSON.parse(tree.get(path) ?? '{}') as Partial<Manifest>
  return {
    name: manifest.name ?? '',
    dependencies: manifest.dependencies ?? {},
    devDependencies: manifest.devDependencies ?? {},
    optionalDependencies: manifest.optionalDependencies ?? {},
  }
}

/** The folder of the package to which a file belongs: the first two segments of its path, or three below `infra/dev`. */
export function packageFolderOf(path: string): string {
  return path
    .split('/')
    .slice(0, path.startsWith('infra/dev/') ? 3 : 2)
    .join('/')
}

/** Code that is deployed: all of libs and services except their tests. */
export function isProductCode(path: string): boolean {
  return /^(libs|services)\//.test(path) && !isTestCode(path)
}

/**
 * Tests, what only tests use (`x.fixture.ts`, a package's folder `test/` or
 * `src/testing/`, the programs that stand in for services), and the packages below `test/`.
 */
export function isTestCode(path: string): boolean {
  return (
    /\.(test|fixture)\.tsx?$/.test(path) ||
    path.startsWith('test/') ||
    /^(libs|services|infra\/dev)\/[^/]+\/(test|src\/testing)\//.test(path) ||
    /^infra\/dev\/[^/]+\/src\/stand-in\//.test(path)
  )
}
