import { dirname, join } from 'node:path'
import type { Statement } from 'oxc-parser'
import { modulesOf, type Module } from './modules.ts'
import { isTestCode } from './packages.ts'
import type { SourceTree } from './source-tree.ts'

/** A top-level declaration, and the names by which its module refers to it. */
interface Declaration {
  readonly module: Module
  readonly names: readonly string[]
  readonly node: Statement
}

const scope = '@course-grading/'

/**
 * The source of every top-level declaration that the product code below a folder reaches by names: what it imports, what that
 * refers to, and so on through all packages. A file is not reached as a whole, since one may hold statements of several
 * services.
 */
export function reachableSources(tree: SourceTree, folder: string): string[] {
  const modules = new Map(modulesOf(tree).map((module) => [module.path, module]))
  const reached = new Map<Statement, string>()
  const visit = (module: Module, name: string): void => {
    for (const declaration of declarationsOf(module))
      if (name === '*' || declaration.names.includes(name)) reach(declaration)
    for (const { from, name: exported, localName } of module.exports) {
      if (from !== undefined && (exported === name || exported === '*' || name === '*'))
        follow(module, from, exported === '*' ? name : localName)
    }
  }
  const reach = ({ module, node }: Declaration): void => {
    if (reached.has(node)) return
    reached.set(node, module.text.slice(node.start, node.end))
    const used = identifiersIn(node)
    for (const declaration of declarationsOf(module))
      if (declaration.names.some((name) => used.has(name))) reach(declaration)
    for (const { from, imported, local } of importsOf(module)) if (used.has(local)) follow(module, from, imported)
  }
  const follow = (module: Module, specifier: string, name: string): void => {
    const target = modules.get(resolve(module.path, specifier))
    if (target !== undefined) visit(target, name)
  }
  for (const module of modules.values())
    if (module.path.startsWith(`${folder}/`) && !isTestCode(module.path)) {
      visit(module, '*')
      // The statements that a program runs at its start are not part of any declaration.
      for (const { from, imported } of importsOf(module)) follow(module, from, imported)
    }
  return [...reached.values()]
}

function resolve(path: string, specifier: string): string {
  if (specifier.startsWith('.')) return join(dirname(path), specifier)
  if (!specifier.startsWith(scope)) return specifier
  const [name, ...module] = specifier.slice(scope.length).split('/')
  return `libs/${name}/src/${module.join('/') || 'index'}.ts`
}

const known = new WeakMap<Module, readonly Declaration[]>()

function declarationsOf(module: Module): readonly Declaration[] {
  const found =
    known.get(module) ??
    module.program.body.flatMap((node) => {
      const names = namesOf(node)
      return names.length === 0 ? [] : [{ module, names, node }]
    })
  known.set(module, found)
  return found
}

function namesOf(node: Module['program']['body'][number]): string[] {
  if (node.type === 'ExportNamedDeclaration') return node.declaration ? namesOf(node.declaration) : []
  if (node.type === 'VariableDeclaration') return node.declarations.flatMap(({ id }) => [...identifiersIn(id)])
  if (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') return node.id ? [node.id.name] : []
  return []
}

interface ImportedName {
  readonly from: string
  readonly imported: string
  readonly local: string
}

function importsOf({ program }: Module): ImportedName[] {
  return program.body.flatMap((node) =>
    node.type !== 'ImportDeclaration' || node.importKind === 'type'
      ? []
      : node.specifiers.map((specifier) => ({
          from: node.source.value,
          imported:
            specifier.type !== 'ImportSpecifier'
              ? '*'
              : specifier.imported.type === 'Identifier'
                ? specifier.imported.name
                : specifier.imported.value,
          local: specifier.local.name,
        })),
  )
}

/** Every identifier except property names, which refer to nothing at the top level. */
function identifiersIn(node: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(node)) for (const each of node) identifiersIn(each, found)
  else if (typeof node === 'object' && node !== null) {
    if ('type' in node && node.type === 'Identifier' && 'name' in node && typeof node.name === 'string')
      found.add(node.name)
    const isPlainProperty =
      'type' in node &&
      (node.type === 'Property' || node.type === 'MemberExpression') &&
      'computed' in node &&
      !node.computed
    for (const [key, value] of Object.entries(node)) {
      const isName = isPlainProperty && (key === 'property' || key === 'key')
      if (!isName && key !== 'typeAnnotation') identifiersIn(value, found)
    }
  }
  return found
}
