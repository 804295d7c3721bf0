import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

interface Contents {
  /** The program's name. */
  readonly name: string
  /** The paths of the modules in its bundles. */
  readonly modules: readonly string[]
  /** The root file system of the base, with a file for each of Debian's packages; none in tests of bundles alone. */
  readonly base: string | undefined
}

interface Component {
  readonly type: 'library' | 'application'
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly licenses?: readonly { readonly license: { readonly name: string } }[]
}

/**
 * What an image is made of, as CycloneDX 1.6: the npm packages with a module in its bundles, Node, and Debian's packages. Without a
 * time and a number of its own, so that the same image has the same list.
 */
export function billOfMaterials({ name, modules, base }: Contents): string {
  const components = [...npmPackages(modules), node, ...debianPackages(base)].map((component) => ({
    ...component,
    'bom-ref': component.purl,
  }))
  const document = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name: `course-grading/${name}`, 'bom-ref': name } },
    components: components.toSorted((a, b) => (a.purl < b.purl ? -1 : 1)),
  }
  return `${JSON.stringify(document, null, 2)}\n`
}

const nodeVersion = process.versions.node
const node: Component = {
  type: 'application',
  name: 'node',
  version: nodeVersion,
  purl: `pkg:generic/node@${nodeVersion}`,
}

/** The packages that the modules are of, each once. Packages of this repository are the program itself. */
function npmPackages(modules: readonly string[]): Component[] {
  const folders = new Set(
    modules.flatMap((module) => /^\/.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(module)?.[0] ?? []),
  )
  const found = [...folders].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      name: string
      version: string
      license?: string
    }
    return {
      type: 'library',
      name,
      version,
      purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
      ...(license !== undefined && { licenses: [{ license: { name: license } }] }),
    } satisfies Component
  })
  return [...new Map(found.map((component) => [component.purl, component])).values()]
}

function debianPackages(base: string | undefined): Component[] {
  if (base === undefined) return []
  const statuses = join(base, 'var/lib/dpkg/status.d')
  if (!existsSync(statuses)) throw new Error(`${dirname(statuses)} has no list of packages`)
  return globSync('*', { cwd: statuses }).map((file) => {
    const field = (key: string): string =>
      new RegExp(`^${key}: (.+)$`, 'm').exec(readFileSync(join(statuses, file), 'utf8'))?.[1] ?? ''
    const version = field('Version')
    const purl = `pkg:deb/debian/${file}@${encodeURIComponent(version)}?arch=${field('Architecture')}`
    return { type: 'library', name: file, version, purl }
  })
}
