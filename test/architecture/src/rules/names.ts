import { packageFolderOf, packagesOf } from '../packages.ts'
import type { Rule } from '../rule.ts'

const kebab = /^[a-z0-9]+(-[a-z0-9]+)*$/
const codeFile = /^(?<stem>[^.]+)((\.long)?\.test|\.fixture|\.config|\.d|\.island)?\.(tsx?|mts|mjs|js|cjs)$/
const migration = /^\d{14}_[a-z0-9_]+\.sql$/

/** Names that say nothing about the content. */
const empty = /^(.*-)?(utils?|helpers?|common|misc|types|constants)$/

/** A feature has one name in every package, so that one search shows the whole of it. */
const features = [
  'courses',
  'users',
  'rubrics',
  'snippets',
  'claims',
  'assessments',
  'history',
  'submissions',
  'grading',
  'feedback',
  'delivery',
  'sessions',
  'files',
  'api-description',
  'preferences',
  'settings',
  'snapshots',
  'students',
  'people',
  'retention',
  'capabilities',
]

/** The folder of code that only tests of the package use. */
const testing = 'testing'

/** Layers whose folders are features. */
const layered = /^(libs\/(contracts|domain|data|upstream|workflows|frontend-transport)|services\/[^/]+)$/

const ofServices = ['access', 'config', 'deps']

/** Folders of one package that are not features but its infrastructure. */
const infrastructureFolders: Readonly<Record<string, readonly string[]>> = {
  'libs/contracts': ['boundaries', 'openapi', 'operation', 'problems', 'schemas'],
  'libs/domain': ['csv', 'documents', 'errors', 'json', 'localisation', 'states'],
  'libs/data': ['db', 'migrations'],
  'libs/upstream': ['call', 'client', 'gates', 'pages', 'replies', 'templates'],
  'services/public-api': [...ofServices, 'identity'],
  'services/frontend-internal': ofServices,
  'services/manual-grading': [...ofServices, 'callback', 'worker'],
  'services/web': ['config', 'deps', 'colouring', 'http', 'layout', 'texts', 'assets', 'islands'],
}

/** Files and folders of packages are in kebab-case and named for what they hold. */
export const namesAreMeaningful: Rule = (tree) =>
  [...tree.keys()]
    .filter((path) => /^(libs|services|test|infra)\//.test(path))
    .flatMap((path) => {
      const steps = path.split('/')
      const file = steps.pop() ?? ''
      const stem = codeFile.exec(file)?.groups?.['stem']
      const parts = stem === undefined ? steps : [...steps, stem]
      const wrongSql = file.endsWith('.sql') && path.includes('/migrations/') && !migration.test(file)
      return [
        ...parts.filter((part) => !kebab.test(part)).map((part) => `${path}: ${part} is not in kebab-case`),
        ...parts.filter((part) => empty.test(part)).map((part) => `${path}: ${part} says nothing; name the thing`),
        ...(isCode(file) && stem === undefined ? [`${path}: is not named as source files are`] : []),
        ...(wrongSql ? [`${path}: a migration is named by 14 digits and what it does`] : []),
      ]
    })

/** A package is named as its folder, below test/ with `test-` before it, so that a command that names one can be guessed. */
export const packagesAreNamedAsTheirFolders: Rule = (tree) =>
  packagesOf(tree).flatMap(({ name, folder }) => {
    const expected = `@course-grading/${folder.startsWith('test/') ? 'test-' : ''}${folder.slice(folder.lastIndexOf('/') + 1)}`
    return name === expected ? [] : [`${folder}/package.json: must be named ${expected}`]
  })

/** A folder of a layer is a feature of the closed list, or a listed folder of that one package. */
export const featureFoldersHaveOneName: Rule = (tree) => {
  const folders = new Map<string, string>()
  for (const path of tree.keys()) {
    const owner = packageFolderOf(path)
    const [, , src, folder, below] = path.split('/')
    if (layered.test(owner) && src === 'src' && folder !== undefined && below !== undefined)
      folders.set(`${owner}/src/${folder}`, folder)
  }
  return [...folders]
    .filter(
      ([path, folder]) =>
        ![...features, testing].includes(folder) &&
        !(infrastructureFolders[packageFolderOf(path)] ?? []).includes(folder),
    )
    .map(([path, folder]) => `${path}: ${folder} is not a feature's name; use the existing name, or add it to the list`)
}

function isCode(file: string): boolean {
  return /\.(tsx?|mts|mjs|js|cjs)$/.test(file)
}
