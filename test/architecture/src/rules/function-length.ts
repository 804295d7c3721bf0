import { longFunctionsOf, maxFunctionLines } from '../function-length.ts'
import { modulesOf } from '../modules.ts'
import { isProductCode } from '../packages.ts'
import type { Rule } from '../rule.ts'

/** A function of the product has at most 60 lines, except for tables and for the JSX of a page. */
export const functionsAreShort: Rule = (tree) =>
  modulesOf(tree)
    .filter(({ path }) => isProductCode(path))
    .flatMap(longFunctionsOf)
    .map(({ path, line, lines }) => `${path}:${line}: a function of ${lines} lines, more than ${maxFunctionLines}`)
