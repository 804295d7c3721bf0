import { modulesOf } from '../modules.ts'
import { isProductCode, packageFolderOf, packagesOf } from '../packages.ts'
import type { Rule } from '../rule.ts'

/** A default export is renamed by whoever imports it, and one name for one thing is lost. */
export const nothingIsExportedByDefault: Rule = (tree) =>
  modulesOf(tree)
    .filter(({ path, exports }) => isProductCode(path) && exports.some(({ name }) => name === 'default'))
    .map(({ path }) => `${path}: has a default export; give it its name`)

/** Only a package's `src/index.ts` passes on what other modules export; elsewhere one imports from the source. */
export const onlyIndexPassesOn: Rule = (tree) => {
  const folders = new Set(packagesOf(tree).map(({ folder }) => folder))
  return modulesOf(tree)
    .filter(({ path }) => folders.has(packageFolderOf(path)) && path !== `${packageFolderOf(path)}/src/index.ts`)
    .flatMap(({ path, exports }) =>
      [...new Set(exports.flatMap(({ from }) => from ?? []))].map(
        (from) => `${path}: passes on ${from}; only src/index.ts does`,
      ),
    )
}

/** An index says by name what its package gives. */
export const indexesNameTheirExports: Rule = (tree) =>
  modulesOf(tree)
    .filter(
      ({ path, exports }) =>
        isProductCode(path) && exports.some(({ name, from }) => name === '*' && from !== undefined),
    )
    .map(({ path }) => `${path}: exports *; name what is exported`)
