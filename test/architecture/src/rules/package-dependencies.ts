import { posix } from 'node:path'
import { modulesOf, packageNameOf } from '../modules.ts'
import { isProductCode, isTestCode, packageFolderOf, packagesOf, type Package } from '../packages.ts'
import type { Rule } from '../rule.ts'

const libs = [
  'libs/archives',
  'libs/contracts',
  'libs/domain',
  'libs/data',
  'libs/upstream',
  'libs/markdown',
  'libs/outbound',
  'libs/validation',
  'libs/sealing',
  'libs/concurrency',
  'libs/submission-content',
  'libs/workflows',
  'libs/http-kit',
  'libs/jobs',
]

/** Which packages each package may use, by folder; `*` is any. A package that is missing here is a violation. */
const allowedDependencies: readonly (readonly [from: string, to: readonly string[]])[] = [
  ['libs/contracts', []],
  ['libs/domain', []],
  ['libs/markdown', ['libs/domain', 'libs/concurrency']],
  ['libs/outbound', []],
  ['libs/sealing', []],
  ['libs/concurrency', []],
  ['libs/submission-content', ['libs/contracts', 'libs/domain', 'libs/concurrency']],
  ['libs/archives', ['libs/domain']],
  ['libs/data', ['libs/domain', 'libs/concurrency']],
  ['libs/upstream', ['libs/domain', 'libs/outbound', 'libs/concurrency']],
  ['libs/workflows', ['libs/domain', 'libs/data', 'libs/upstream']],
  ['libs/validation', ['libs/contracts', 'libs/domain']],
  ['libs/http-kit', ['libs/contracts', 'libs/domain', 'libs/concurrency', 'libs/outbound', 'libs/validation']],
  ['libs/jobs', ['libs/domain', 'libs/data', 'libs/http-kit', 'libs/sealing']],
  ['libs/frontend-transport', ['libs/contracts']],
  ['libs/public-client', ['libs/contracts']],
  ['libs/settings-comparison', ['libs/contracts']],
  [
    'libs/settings-cli',
    ['libs/contracts', 'libs/outbound', 'libs/public-client', 'libs/settings-comparison', 'libs/validation'],
  ],
  [
    'services/web',
    [
      'libs/contracts',
      'libs/domain',
      'libs/frontend-transport',
      'libs/http-kit',
      'libs/concurrency',
      'libs/settings-comparison',
      'libs/submission-content',
    ],
  ],
  ['services/*', libs],
  ['test/embedded-postgres', []],
  ['infra/dev/bundle', []],
  ['infra/dev/docs-pages', ['*']],
  [
    'infra/dev/starter',
    [...libs, 'libs/frontend-transport', 'test/embedded-postgres', 'test/fake-upstream', 'test/kit'],
  ],
  ['test/fake-upstream', []],
  ['test/database', ['test/embedded-postgres']],
  ['test/kit', ['libs/*']],
  ['test/service', ['libs/contracts', 'libs/data', 'libs/http-kit', 'test/database', 'test/fake-upstream', 'test/kit']],
  ['test/architecture', ['libs/contracts']],
  ['test/seeded-defects', []],
  ['test/{bench,infra,openapi-client,seeded-defects,system,web}', ['*']],
]

/** What the tests of a package may use in addition. The compiler forbids circles. */
const allowedInTests: readonly string[] = [
  'test/database',
  'test/fake-upstream',
  'test/kit',
  'test/service',
  'test/embedded-postgres',
  'libs/frontend-transport',
]

/** Packages depend on each other only as the table says, in manifests and in imports. */
export const dependenciesAreAllowed: Rule = (tree) => {
  const packages = packagesOf(tree)
  const folders = new Map(packages.map(({ name, folder }) => [name, folder]))
  const problems: string[] = packages
    .filter(({ folder }) => !allowedDependencies.some(([from]) => posix.matchesGlob(folder, from)))
    .map(({ folder }) => `${folder}: is not in the table of dependencies; add what it may use`)
  for (const { folder, dependencies, devDependencies } of packages) {
    for (const [names, forTests] of [
      [dependencies, folder.startsWith('test/')],
      [devDependencies, true],
    ] as const) {
      for (const name of Object.keys(names)) {
        const target = folders.get(name)
        if (target !== undefined && !mayUse(folder, target, forTests))
          problems.push(`${folder}/package.json: must not depend on ${target}`)
      }
    }
  }
  for (const { path, imports } of modulesOf(tree)) {
    const folder = packageFolderOf(path)
    if (!packages.some((item) => item.folder === folder)) continue
    for (const { specifier } of imports) {
      const target = targetOf(path, specifier, folders)
      if (target !== undefined && target !== folder && !mayUse(folder, target, isTestCode(path))) {
        problems.push(`${path}: must not import ${specifier} of ${target}`)
      }
    }
  }
  return problems
}

/** Deployed code imports no test code, of its own package or of others. */
export const productImportsNoTestCode: Rule = (tree) =>
  modulesOf(tree)
    .filter(({ path }) => isProductCode(path))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ specifier }) => specifier.startsWith('.') && isTestCode(posix.join(posix.dirname(path), specifier)))
        .map(({ specifier }) => `${path}: product code imports ${specifier}, which only tests may`),
    )

/** Each import is declared by its package: product code has the dependencies only, tests the development dependencies too. */
export const importsAreDeclared: Rule = (tree) => {
  const byFolder = new Map(packagesOf(tree).map((item) => [item.folder, item]))
  const root = JSON.parse(tree.get('package.json') ?? '{}') as { devDependencies?: Record<string, string> }
  return modulesOf(tree).flatMap(({ path, imports }) => {
    const owner = byFolder.get(packageFolderOf(path))
    if (owner === undefined) return []
    const declared = namesFor(owner, isTestCode(path), Object.keys(root.devDependencies ?? {}))
    return imports.flatMap(({ specifier, typeOnly }) => {
      if (specifier.startsWith('.')) {
        const target = posix.join(posix.dirname(path), specifier)
        return target.startsWith(`${owner.folder}/`)
          ? []
          : [`${path}: ${specifier} leads out of ${owner.folder}; import its package`]
      }
      const name = packageNameOf(specifier)
      if (name === undefined || declared.has(name) || (typeOnly && declared.has(`@types/${name}`))) return []
      return [`${path}: imports ${name}, which ${owner.folder}/package.json does not have for this kind of code`]
    })
  })
}

function namesFor(owner: Package, forTests: boolean, rootTools: readonly string[]): Set<string> {
  const own = [...Object.keys(owner.dependencies), ...Object.keys(owner.optionalDependencies)]
  return new Set(forTests ? [...own, ...Object.keys(owner.devDependencies), ...rootTools] : own)
}

function mayUse(from: string, to: string, forTests: boolean): boolean {
  const allowed = allowedDependencies.find(([pattern]) => posix.matchesGlob(from, pattern))?.[1] ?? []
  return [...allowed, ...(forTests ? allowedInTests : [])].some(
    (pattern) => pattern === '*' || posix.matchesGlob(to, pattern),
  )
}

function targetOf(path: string, specifier: string, folders: ReadonlyMap<string, string>): string | undefined {
  if (specifier.startsWith('.')) return packageFolderOf(posix.join(posix.dirname(path), specifier))
  return folders.get(packageNameOf(specifier) ?? '')
}
