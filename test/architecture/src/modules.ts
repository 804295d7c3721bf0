import { parseSync, type Comment, type Program } from 'oxc-parser'
import type { SourceTree } from './source-tree.ts'

interface ModuleImport {
  readonly specifier: string
  /** A type-only import, which disappears when types are stripped. */
  readonly typeOnly: boolean
  /** Imported names as the other module exports them: `*` for all, `default` for the default export. */
  readonly names: readonly string[]
}

interface ModuleExport {
  readonly name: string
  /** Its name in the module that declares it: this one, or `from`. */
  readonly localName: string
  /** Set for `export … from '…'`. */
  readonly from: string | undefined
}

/** A source file, parsed. */
export interface Module {
  readonly path: string
  readonly text: string
  readonly program: Program
  /** Static, dynamic and re-exporting imports alike. */
  readonly imports: readonly ModuleImport[]
  readonly exports: readonly ModuleExport[]
  readonly comments: readonly Comment[]
}

const parsedTrees = new WeakMap<SourceTree, readonly Module[]>()

/** Every module of the tree, parsed once a tree. */
export function modulesOf(tree: SourceTree): readonly Module[] {
  const known = parsedTrees.get(tree)
  if (known !== undefined) return known
  const modules = [...tree]
    .filter(([path]) => /\.(tsx?|mts|mjs|js|cjs)$/.test(path))
    .map(([path, text]) => parseModule(path, text))
  parsedTrees.set(tree, modules)
  return modules
}

function parseModule(path: string, text: string): Module {
  const { program, module, comments, errors } = parseSync(path, text)
  const [error] = errors
  if (error !== undefined) throw new Error(`${path}: ${error.message}`)
  const exports = module.staticExports
    .flatMap((statement) => statement.entries)
    .map((entry) => ({
      name: entry.exportName.name ?? (entry.exportName.kind === 'Default' ? 'default' : '*'),
      localName: entry.importName.name ?? entry.localName.name ?? '*',
      from: entry.moduleRequest?.value,
      typeOnly: entry.isType,
    }))
  const imports = [
    ...module.staticImports.map((statement) => ({
      specifier: statement.moduleRequest.value,
      typeOnly: statement.entries.length > 0 && statement.entries.every((entry) => entry.isType),
      names: statement.entries.map(
        (entry) => entry.importName.name ?? (entry.importName.kind === 'Default' ? 'default' : '*'),
      ),
    })),
    ...exports.flatMap(({ from, localName, typeOnly }) =>
      from === undefined ? [] : [{ specifier: from, typeOnly, names: [localName] }],
    ),
    // An address that is computed names no package.
    ...module.dynamicImports
      .map(({ moduleRequest }) => text.slice(moduleRequest.start, moduleRequest.end))
      .filter((written) => /^['"`]/.test(written))
      .map((written) => ({ specifier: written.slice(1, -1), typeOnly: false, names: ['*'] })),
  ]
  return { path, text, program, imports, exports, comments }
}

/** `@scope/name` of `@scope/name/below`, `name` of `name/below`; undefined for relative and `node:` specifiers. */
export function packageNameOf(specifier: string): string | undefined {
  if (specifier.startsWith('.') || specifier.startsWith('/') || specifier.startsWith('node:')) return undefined
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}
