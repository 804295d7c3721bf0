import { modulesOf } from '../modules.ts'
import { isProductCode } from '../packages.ts'
import type { Rule } from '../rule.ts'

const domain = '@course-grading/domain/'

/** The modules of the domain that have no rules of courses or grades: errors, and the strict JSON parser. */
const shared = /^(errors|json)\/.+$/

/** The HTTP layer uses the domain's errors and its JSON parser, and none of its rules. */
export const httpKitKnowsNoRules: Rule = (tree) =>
  modulesOf(tree)
    .filter(({ path }) => path.startsWith('libs/http-kit/') && isProductCode(path))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ specifier }) => specifier.startsWith(domain) && !shared.test(specifier.slice(domain.length)))
        .map(({ specifier }) => `${path}: imports ${specifier}; the domain's rules are not for the HTTP layer`),
    )
