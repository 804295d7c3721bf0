import { modulesOf } from '../modules.ts'
import { isProductCode } from '../packages.ts'
import type { Rule } from '../rule.ts'

const domain = '@course-grading/domain'

/** The HTTP layer knows the domain's errors and none of its rules. */
export const httpKitKnowsOnlyDomainErrors: Rule = (tree) => {
  const modules = modulesOf(tree)
  const errors = new Set(modules.find(({ path }) => path === 'libs/domain/src/index.ts')?.exports
    .filter(({ from }) => from === './errors.ts').map(({ name }) => name))
  return modules
    .filter(({ path }) => path.startsWith('libs/http-kit/') && isProductCode(path))
    .flatMap(({ path, imports }) => imports
      .filter(({ specifier }) => specifier === domain)
      .flatMap(({ names }) => names.filter((name) => !errors.has(name)))
      .map((name) => `${path}: takes ${name} of the domain; only its errors are for the HTTP layer`))
}
