import { posix } from 'node:path'
import { type Module, modulesOf, packageNameOf } from '../modules.ts'
import { isTestCode } from '../packages.ts'
import type { Rule } from '../rule.ts'

const web = 'services/web/src/'
/** What a browser gets: the islands, and the texts that they say. */
const forBrowsers = new RegExp(`^${web}(?<folder>islands|texts)/`)
const entry = /\.island\.tsx?$/

const contracts = '@course-grading/contracts/'
const domain = '@course-grading/domain/'
const pathInDomain = (module: string): string => `libs/domain/src/${module}.ts`
/** The rules that a page follows by itself: how work is scored, what a rubric must be, and how names, numbers and paths are read. All that these import may be used. */
const ownRules = [
  'assessments/judge',
  'rubrics/score-rubric',
  'rubrics/most-points',
  'rubrics/read-rubric',
  'rubrics/reachable-points',
  'localisation/pick-language',
  'localisation/numbers',
  'json/json-path',
  'feedback/unseen-characters',
]

/**
 * An island imports what a browser needs and has: islands, texts, Preact, a few rules of the domain, and types of contracts and of the
 * domain. Its entry begins to work when it is imported, so nothing imports it.
 */
export const islandsSuitBrowsers: Rule = (tree) => {
  const modules = modulesOf(tree)
  const rules = ownRulesIn(modules)
  return modules.flatMap(({ path, imports }) => {
    const folder = isTestCode(path) ? undefined : forBrowsers.exec(path)?.groups?.['folder']
    return imports.flatMap(({ specifier, typeOnly }) => {
      if (path.startsWith(web) && entry.test(specifier))
        return [`${path}: imports ${specifier}, which begins to work in whatever imports it`]
      if (folder === undefined || suits({ path, folder, specifier, typeOnly }, rules)) return []
      return [`${path}: imports ${specifier}, which is not for browsers`]
    })
  })
}

interface Import {
  readonly path: string
  readonly folder: string
  readonly specifier: string
  readonly typeOnly: boolean
}

function suits({ path, folder, specifier, typeOnly }: Import, rules: ReadonlySet<string>): boolean {
  if (specifier.startsWith('.')) {
    const target = forBrowsers.exec(posix.join(posix.dirname(path), specifier))?.groups?.['folder']
    return target === 'texts' || target === folder
  }
  if (packageNameOf(specifier) === 'preact') return true
  // The language that is asked for stands in a request.
  if (typeOnly && folder === 'texts') return true
  if (typeOnly) return specifier.startsWith(contracts) || specifier.startsWith(domain)
  return specifier.startsWith(domain) && rules.has(pathInDomain(specifier.slice(domain.length)))
}

function ownRulesIn(modules: readonly Module[]): Set<string> {
  const byPath = new Map(modules.map((module) => [module.path, module]))
  const reached = new Set(ownRules.map(pathInDomain))
  for (const path of reached)
    for (const { specifier } of byPath.get(path)?.imports ?? [])
      if (specifier.startsWith('.')) reached.add(posix.join(posix.dirname(path), specifier))
  return reached
}
