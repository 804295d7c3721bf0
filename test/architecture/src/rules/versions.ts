import { packagesOf, readManifest } from '../packages.ts'
import type { Rule } from '../rule.ts'

const exact = /^\d+\.\d+\.\d+(-[\w.]+)?$/

/** Manifests name one exact version of each dependency, so that what is installed was tested. */
export const versionsAreExact: Rule = (tree) => {
  const manifests = [
    { path: 'package.json', ...readManifest(tree, 'package.json') },
    ...packagesOf(tree).map((item) => ({ ...item, path: `${item.folder}/package.json` })),
  ]
  return [
    ...manifests.flatMap(({ path, dependencies, devDependencies, optionalDependencies }) =>
      Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
        .filter(([, range]) => !exact.test(range) && range !== 'workspace:*' && range !== 'catalog:')
        .map(([name, range]) => `${path}: ${name} is ${range}, not one exact version`),
    ),
    ...catalogOf(tree.get('pnpm-workspace.yaml') ?? '')
      .filter(({ version }) => !exact.test(version))
      .map(({ name, version }) => `pnpm-workspace.yaml: ${name} is ${version}, not one exact version`),
  ]
}

/** Every package of the lockfile comes from the registry, with its checksum: no repository, address or folder. */
export const lockfileHoldsOnlyTheRegistry: Rule = (tree) => {
  const lockfile = tree.get('pnpm-lock.yaml') ?? ''
  const resolutions = lockfile.split('\n').filter((line) => /^\s+resolution:/.test(line))
  if (resolutions.length === 0) return ['pnpm-lock.yaml: holds no package']
  return resolutions
    .filter((line) => !/^\s+resolution: \{integrity: sha512-[\w+/]+={0,2}\}$/.test(line))
    .map((line) => `pnpm-lock.yaml: not from the registry with a checksum: ${line.trim()}`)
}

function catalogOf(workspace: string): { name: string; version: string }[] {
  const [, section = ''] = /^catalog:\n((?:[ \t].*\n|\n)*)/m.exec(workspace) ?? []
  return section.split('\n').flatMap((line) => {
    const [, name, version] = /^\s+['"]?([^'":]+)['"]?:\s*['"]?([^'"\s]+)['"]?\s*$/.exec(line) ?? []
    return name === undefined || version === undefined ? [] : [{ name, version }]
  })
}
