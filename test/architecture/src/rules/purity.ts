import { Visitor, type Program } from 'oxc-parser'
import { modulesOf } from '../modules.ts'
import { isProductCode } from '../packages.ts'
import type { Rule } from '../rule.ts'

/** Globals with access to devices, clocks or random numbers. `Date` and `Temporal` may parse a given time, so only their clocks are forbidden, below. */
const outside = new Set([
  'process',
  'globalThis',
  'console',
  'fetch',
  'performance',
  'crypto',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
])

/** The domain is pure: the same input gives the same result at any time. */
export const domainIsPure: Rule = (tree) =>
  modulesOf(tree)
    .filter(({ path }) => path.startsWith('libs/domain/') && isProductCode(path))
    .flatMap(({ path, program, imports }) => [
      ...imports
        .filter(({ specifier }) => !specifier.startsWith('.'))
        .map(({ specifier }) => `${path}: the domain imports ${specifier}`),
      ...outsideNames(program).map((name) => `${path}: the domain uses ${name}`),
    ])

function outsideNames(program: Program): string[] {
  const names = new Set<string>()
  new Visitor({
    MemberExpression(node) {
      if (node.object.type !== 'Identifier') return
      const name = `${node.object.name}.${node.property.type === 'Identifier' ? node.property.name : '?'}`
      if (outside.has(node.object.name) || /^(Date\.now|Temporal\.Now|Math\.random)$/.test(name)) names.add(name)
    },
    CallExpression(node) {
      if (node.callee.type !== 'Identifier') return
      if (outside.has(node.callee.name) || node.callee.name === 'Date') names.add(`${node.callee.name}()`)
    },
    NewExpression(node) {
      if (node.callee.type === 'Identifier' && node.callee.name === 'Date' && node.arguments.length === 0)
        names.add('new Date()')
    },
  }).visit(program)
  return [...names]
}
