import { packagesOf } from '../packages.ts'
import type { Rule } from '../rule.ts'

/** Each dependency is named by a file of its package. A package that is started as a program is named by its folder. */
export const dependenciesAreUsed: Rule = (tree) =>
  packagesOf(tree).flatMap(({ folder, dependencies, devDependencies }, _at, packages) => {
    const code = [...tree]
      .filter(([path]) => path.startsWith(`${folder}/`) && /\.(ts|mts|mjs|js)$/.test(path))
      .map(([, text]) => text)
      .join('\n')
    return Object.keys({ ...dependencies, ...devDependencies })
      .filter((name) => !name.startsWith('@types/'))
      .filter((name) => !packages.some((other) => other.name === name && code.includes(`${other.folder}/`)))
      .filter(
        (name) =>
          !["'", '"', '`'].some(
            (quote) => code.includes(`${quote}${name}${quote}`) || code.includes(`${quote}${name}/`),
          ),
      )
      .map((name) => `${folder}/package.json: nothing in the package uses ${name}`)
  })
