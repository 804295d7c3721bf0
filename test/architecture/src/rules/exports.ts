import { modulesOf } from '../modules.ts'
import { isProductCode, packageFolderOf, packagesOf } from '../packages.ts'
import type { Rule } from '../rule.ts'

/** There are no default exports, because importers rename them and one thing gets several names. */
export const nothingIsExportedByDefault: Rule = (tree) =>
  modulesOf(tree)
    .filter(({ path, exports }) => isProductCode(path) && exports.some(({ name }) => name === 'default'))
    .map(({ path }) => `${path}: has a default export; give it its name`)

/** Only a package's `src/index.ts` re-exports. Other code imports from the module that declares the name. */
export const onlyIndexReexports: Rule = (tree) => {
  const folders = new Set(packagesOf(tree).map(({ folder }) => folder))
  return modulesOf(tree)
    .filter(({ path }) => folders.has(packageFolderOf(path)) && path !== `${packageFolderOf(path)}/src/index.ts`)
    .flatMap(({ path, exports }) =>
      [...new Set(exports.flatMap(({ from }) => from ?? []))].map(
        (from) => `${path}: re-exports ${from}; only src/index.ts may do that`,
      ),
    )
}

/** An index exports by name, never `*`. */
export const indexesNameTheirExports: Rule = (tree) =>
  modulesOf(tree)
    .filter(
      ({ path, exports }) =>
        isProductCode(path) && exports.some(({ name, from }) => name === '*' && from !== undefined),
    )
    .map(({ path }) => `${path}: exports *; name what is exported`)
