import { modulesOf } from '../modules.ts'
import { isProductCode } from '../packages.ts'
import type { Rule } from '../rule.ts'

/** There are no default exports, because importers rename them and one thing gets several names. */
export const nothingIsExportedByDefault: Rule = (tree) =>
  modulesOf(tree)
    .filter(({ path, exports }) => isProductCode(path) && exports.some(({ name }) => name === 'default'))
    .map(({ path }) => `${path}: has a default export; give it its name`)
