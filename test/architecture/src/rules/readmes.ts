import { packagesOf, readManifest, type Manifest } from '../packages.ts'
import type { Rule } from '../rule.ts'

/** The READMEs that give the reasons for the tools of the root manifest. */
const rootReadmes = ['README.md', 'infra/dev/checks/README.md', 'test/architecture/README.md']

/** Each package has a README, which gives the reason for each external dependency on one line. */
export const dependenciesHaveReasons: Rule = (tree) => [
  ...packagesOf(tree).flatMap((item) => {
    const path = `${item.folder}/README.md`
    const text = tree.get(path)
    return text === undefined
      ? [`${path}: is missing`]
      : missingReasons(item, text).map((name) => `${path}: gives no reason for ${name}`)
  }),
  ...missingReasons(readManifest(tree, 'package.json'), rootReadmes.map((path) => tree.get(path) ?? '').join('\n')).map(
    (name) => `package.json: none of ${rootReadmes.join(', ')} gives a reason for ${name}`,
  ),
]

function missingReasons({ dependencies, devDependencies, optionalDependencies }: Manifest, text: string): string[] {
  const lines = text.split('\n')
  return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    .filter(([name, range]) => !range.startsWith('workspace:') && !name.startsWith('@types/'))
    .map(([name]) => name)
    .filter(
      (name) =>
        !lines.some(
          (line) =>
            names(name).some((written) => line.includes(written)) &&
            line.replaceAll(/`[^`]*`/g, '').trim().length >= 15,
        ),
    )
}

/** A package is named in full. Packages of one scope that differ by platform may share a line as `@scope/<platform>`. */
function names(name: string): string[] {
  return [`\`${name}\``, ...(name.startsWith('@') ? [`\`${name.split('/')[0]}/<platform>\``] : [])]
}
