import { longFunctionsOf, maxFunctionLines } from '../function-length.ts'
import { modulesOf } from '../modules.ts'
import { isProductCode } from '../packages.ts'
import type { Rule } from '../rule.ts'

/** Modules with a function that is still to be split. A line goes with the function, and none is added. */
export const notSplitYet: readonly string[] = [
  'services/web/src/islands/grading/live-page.tsx',
  'services/web/src/islands/grading/snippet-dialog.tsx',
  'services/web/src/islands/grading/use-actions.ts',
  'services/web/src/islands/grading/use-criteria.ts',
  'services/web/src/islands/grading/use-work.ts',
]

/** A function of the product has at most 60 lines, except for tables and for the JSX of a page. */
export const functionsAreShort =
  (except: readonly string[]): Rule =>
  (tree) => {
    const long = modulesOf(tree)
      .filter(({ path }) => isProductCode(path))
      .flatMap(longFunctionsOf)
    return [
      ...long
        .filter(({ path }) => !except.includes(path))
        .map(({ path, line, lines }) => `${path}:${line}: a function of ${lines} lines, more than ${maxFunctionLines}`),
      ...except
        .filter((path) => !long.some((each) => each.path === path))
        .map((path) => `${path}: has no long function, and needs no exception`),
    ]
  }
