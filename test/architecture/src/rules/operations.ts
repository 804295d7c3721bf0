import { type Boundary, commonProblemsOf } from '@course-grading/contracts/operation/operation'
import { Visitor, type CallExpression } from 'oxc-parser'
import { modulesOf, type Module } from '../modules.ts'
import { isTestCode, packagesOf } from '../packages.ts'
import type { Rule } from '../rule.ts'

/** The web frontend has pages, and no operations. */
const withoutBoundary = 'services/web'

/** Each service has a boundary, which the rules below check. */
export const servicesHaveBoundaries =
  (boundaries: readonly Boundary[]): Rule =>
  (tree) =>
    packagesOf(tree)
      .map(({ folder }) => folder)
      .filter(
        (folder) =>
          folder.startsWith('services/') &&
          folder !== withoutBoundary &&
          !boundaries.some(({ name }) => folder === `services/${name}`),
      )
      .map((folder) => `${folder}: its boundary is not in src/rules.ts`)

/**
 * Every operation of a boundary has a handler of its name in the service, in the feature folder that the contract gives it, and a test of
 * that folder that `describe`s it. Each problem that the operation itself lists occurs in a test of the service that names the operation,
 * and not in what it `describe`s of another one, or in a test that iterates over all operations. A test of the service calls `testEveryOperation`, which tests what operations have in common. Every problem of the boundary
 * occurs in some test.
 */
export const operationsAreServedAndTested =
  (boundaries: readonly Boundary[]): Rule =>
  (tree) => {
    const modules = modulesOf(tree)
    return boundaries.flatMap(({ name, operations, problems, commonProblems }) => {
      const service = `services/${name}`
      const own = modules.filter(({ path }) => isTestCode(path) && path.startsWith(`${service}/`))
      const shared = modules.filter(({ path }) => /^test\/(service|system)\//.test(path))
      const asked = new Set([...own, ...shared].flatMap((test) => wordsOf(test)))
      const askedOfAll = new Set(own.filter(goesThroughAll).flatMap((test) => wordsOf(test)))
      return [
        ...Object.keys(operations).flatMap((operation) => checkOperation(modules, name, operation)),
        ...Object.entries(operations).flatMap(([operation, spec]) => {
          const others = new Set(Object.keys(operations).filter((other) => other !== operation))
          const askedOfIt = new Set(
            own.filter((test) => isAbout(test, operation)).flatMap((test) => wordsOf(test, blocksOf(test, others))),
          )
          const common = commonProblemsOf(spec, commonProblems)
          return spec.problems
            .filter((code) => !common.includes(code) && !askedOfIt.has(code) && !askedOfAll.has(code))
            .map((code) => `${service}: no test asks for ${code} of ${operation}`)
        }),
        ...Object.keys(problems)
          .filter((code) => !asked.has(code))
          .map((code) => `${service}: no test asks for ${code}`),
        ...(own.some((test) => calls(test, 'testEveryOperation'))
          ? []
          : [`${service}: no test calls testEveryOperation`]),
      ]
    })
  }

/** Whether a test iterates over all operations: it imports them from the contract, or from a fixture that does. */
const goesThroughAll = ({ imports }: Module): boolean =>
  imports.some(
    ({ specifier, names }) =>
      specifier.endsWith('/every-operation.fixture.ts') &&
      names.some((name) => name === 'operations' || name === 'ofSession'),
  )

/** The operation's own test, those beside it with longer names, and every other test that names it. */
function isAbout({ path, text }: Module, operation: string): boolean {
  return (
    path.slice(path.lastIndexOf('/') + 1).startsWith(fileOf(operation)) || new RegExp(`\\b${operation}\\b`).test(text)
  )
}

const fileOf = (operation: string): string => operation.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

function checkOperation(modules: readonly Module[], boundary: string, operation: string): string[] {
  const service = `services/${boundary}`
  const file = fileOf(operation)
  // Two boundaries may have operations of the same name. The boundary's list decides which file belongs to which.
  const list = modules.find(({ path }) => path === `libs/contracts/src/boundaries/${boundary}-operations.ts`)
  const contract = modules.find(
    ({ path }) =>
      path.startsWith('libs/contracts/src/') &&
      path.endsWith(`/${file}.ts`) &&
      (list?.text.includes(`../${path.slice('libs/contracts/src/'.length)}'`) ?? false),
  )
  if (contract === undefined) return [`libs/contracts: ${operation} has no file ${file}.ts in a feature folder`]
  const handlerPath = contract.path.replace('libs/contracts', service)
  const folder = handlerPath.slice(0, handlerPath.lastIndexOf('/') + 1)
  const handler = modules.find(({ path }) => path === handlerPath)
  const isTested = modules.some(
    (test) =>
      test.path.startsWith(folder) && test.path.endsWith('.test.ts') && blocksOf(test, new Set([operation])).length > 0,
  )
  return [
    ...(handler?.exports.some(({ name }) => name === operation)
      ? []
      : [`${handlerPath}: must be the handler of ${operation} and export it`]),
    ...(isTested ? [] : [`${folder}: a test must have describe('${operation}', …)`]),
  ]
}

interface Block {
  readonly name: string
  readonly start: number
  readonly end: number
}

/** What a test `describe`s by one of these names. */
function blocksOf(test: Module, names: ReadonlySet<string>): readonly Block[] {
  const blocks: Block[] = []
  new Visitor({
    CallExpression(node) {
      const [first] = node.arguments
      if (calledName(node) === 'describe' && first?.type === 'Literal' && typeof first.value === 'string')
        blocks.push({ name: first.value, start: node.start, end: node.end })
    },
  }).visit(test.program)
  return blocks.filter(({ name }) => names.has(name))
}

function calls(test: Module, name: string): boolean {
  let found = false
  new Visitor({
    CallExpression(node) {
      found ||= calledName(node) === name
    },
  }).visit(test.program)
  return found
}

function calledName({ callee }: CallExpression): string | undefined {
  return callee.type === 'Identifier' ? callee.name : undefined
}

/** String literals and property names, except within these blocks: tests name a code in either way. */
function wordsOf(test: Module, without: readonly Block[] = []): string[] {
  const words: string[] = []
  const add = (word: string, at: number): void => {
    if (!without.some(({ start, end }) => start <= at && at < end)) words.push(word)
  }
  new Visitor({
    Literal(node) {
      if (typeof node.value === 'string') add(node.value, node.start)
    },
    Property(node) {
      if (node.key.type === 'Identifier') add(node.key.name, node.start)
    },
  }).visit(test.program)
  return words
}
