import { modulesOf } from '../modules.ts'
import { isProductCode } from '../packages.ts'
import type { Rule } from '../rule.ts'

const domain = '@course-grading/domain'

/** The modules of the domain that have no rules of courses or grades: errors, and the strict JSON parser. */
const shared = /^\.\/(errors\.ts|json\/.+)$/

/** The HTTP layer uses the domain's errors and its JSON parser, and none of its rules. */
export const httpKitKnowsNoRules: Rule = (tree) => {
  const modules = modulesOf(tree)
  const given = new Set(
    modules
      .find(({ path }) => path === 'libs/domain/src/index.ts')
      ?.exports.filter(({ from }) => from !== undefined && shared.test(from))
      .map(({ name }) => name),
  )
  return modules
    .filter(({ path }) => path.startsWith('libs/http-kit/') && isProductCode(path))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ specifier }) => specifier === domain)
        .flatMap(({ names }) => names.filter((name) => !given.has(name)))
        .map((name) => `${path}: takes ${name} of the domain; its rules are not for the HTTP layer`),
    )
}
