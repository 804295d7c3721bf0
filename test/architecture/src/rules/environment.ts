import { Visitor, type Expression, type Program, type PropertyKey } from 'oxc-parser'
import { modulesOf } from '../modules.ts'
import { isProductCode } from '../packages.ts'
import type { Rule } from '../rule.ts'

const reader = /(^|\/)(config\.ts|main\.ts|bin\/[^/]+\.ts)$/

/** The environment is read once, where a process starts. All other code gets typed values as arguments. */
export const environmentIsReadInConfig: Rule = (tree) =>
  modulesOf(tree)
    .filter(({ path }) => isProductCode(path) && !reader.test(path))
    .filter(
      ({ program, imports }) =>
        readsEnvironment(program) || imports.some(({ specifier }) => /^(node:)?process$/.test(specifier)),
    )
    .map(({ path }) => `${path}: reads process.env; only config.ts, main.ts and bin/ do`)

/** `process.env`, `process['env']` and `const { env } = process`. */
function readsEnvironment(program: Program): boolean {
  let found = false
  new Visitor({
    MemberExpression(node) {
      found ||= isProcess(node.object) && isEnv(node.property)
    },
    VariableDeclarator(node) {
      found ||=
        node.init !== null &&
        isProcess(node.init) &&
        node.id.type === 'ObjectPattern' &&
        node.id.properties.some((property) => property.type === 'RestElement' || isEnv(property.key))
    },
  }).visit(program)
  return found
}

function isProcess(node: Expression): boolean {
  return (
    (node.type === 'Identifier' && node.name === 'process') ||
    (node.type === 'MemberExpression' &&
      node.object.type === 'Identifier' &&
      node.object.name === 'globalThis' &&
      node.property.type === 'Identifier' &&
      node.property.name === 'process')
  )
}

function isEnv(key: PropertyKey): boolean {
  return (key.type === 'Identifier' && key.name === 'env') || (key.type === 'Literal' && key.value === 'env')
}
