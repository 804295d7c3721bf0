import { posix } from 'node:path'
import type { Directive, Statement } from 'oxc-parser'
import { modulesOf, type Module } from '../modules.ts'
import type { Rule } from '../rule.ts'

/**
 * Functions and classes that a library exports have a docstring, which says what their signature does not. An interface may have it at its
 * members instead.
 */
export const publicExportsAreDescribed: Rule = (tree) => {
  const modules = new Map(modulesOf(tree).map((module) => [module.path, module]))
  return [...modules.values()]
    .filter(({ path }) => /^libs\/[^/]+\/src\/index\.ts$/.test(path))
    .flatMap((index) =>
      index.exports.flatMap(({ localName, from }) => {
        if (from === undefined) return []
        const source = modules.get(posix.join(posix.dirname(index.path), from))
        return source === undefined || isDescribed(source, localName)
          ? []
          : [`${source.path}: ${localName} is public and has no docstring`]
      }),
    )
}

function isDescribed(module: Module, name: string): boolean {
  const declared = module.program.body.filter((statement) => declares(statement, name))
  if (declared.length === 0) return true
  const docstrings = module.comments.filter((comment) => comment.type === 'Block' && comment.value.startsWith('*'))
  return declared.some(({ start, end }) =>
    docstrings.some(
      (comment) =>
        (comment.end <= start && module.text.slice(comment.end, start).trim() === '') ||
        (declaresInterface(module, start) && comment.start > start && comment.end < end),
    ),
  )
}

function declares(statement: Directive | Statement, name: string): boolean {
  if (statement.type !== 'ExportNamedDeclaration') return false
  const { declaration } = statement
  switch (declaration?.type) {
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
    case 'TSInterfaceDeclaration':
      return declaration.id?.name === name
    case 'VariableDeclaration':
      return declaration.declarations.some(
        ({ id, init }) =>
          id.type === 'Identifier' &&
          id.name === name &&
          (init?.type === 'ArrowFunctionExpression' || init?.type === 'FunctionExpression'),
      )
    default:
      return false
  }
}

function declaresInterface(module: Module, start: number): boolean {
  return module.text.startsWith('export interface', start)
}
