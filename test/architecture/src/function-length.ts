import type { Module } from './modules.ts'

/** As many lines of a function as one reads at one go. */
export const maxFunctionLines = 60

interface LongFunction {
  readonly path: string
  readonly line: number
  readonly lines: number
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}

/** Every node of a syntax tree. */
export function* nodesIn(tree: object): Generator<Node> {
  if ('type' in tree && typeof tree.type === 'string') yield tree as Node
  for (const value of Object.values(tree) as unknown[])
    if (typeof value === 'object' && value !== null) yield* nodesIn(value)
}

/**
 * The functions of more than 60 lines. Lines with JSX do not count, and a function that only returns an object or array
 * without functions is a table. Functions inside a function count as its lines.
 */
export function longFunctionsOf({ path, text, program }: Module): LongFunction[] {
  const lineOf = (position: number): number => text.slice(0, position).split('\n').length
  return [...nodesIn(program)]
    .filter(({ type, start, end }) => isFunction(type) && text.slice(start, end).split('\n').length > maxFunctionLines)
    .filter((each) => !isTable(each))
    .map((each) => {
      const [line, last] = [lineOf(each.start), lineOf(each.end)]
      const counted = new Set(Array.from({ length: last - line + 1 }, (_, index) => line + index))
      for (const { type, start, end } of nodesIn(each))
        if (/^JSX(Element|Fragment)$/.test(type))
          for (let filled = lineOf(start); filled <= lineOf(end); filled += 1) counted.delete(filled)
      return { path, line, lines: counted.size }
    })
    .filter(({ lines }) => lines > maxFunctionLines)
}

const isFunction = (type: string): boolean => /^(Arrow)?Function(Declaration|Expression)?$/.test(type)

function isTable(node: object): boolean {
  const { body } = node as {
    body?: { type: string; body?: readonly { type: string; argument?: object | null }[] } | null
  }
  const only = body?.type === 'BlockStatement' && body.body?.length === 1 ? body.body[0] : undefined
  const inside = [...nodesIn((only?.type === 'ReturnStatement' ? only.argument : body) ?? {})]
  const value = inside.find(({ type }) => type !== 'ParenthesizedExpression')
  return (
    value !== undefined && /^(Object|Array)Expression$/.test(value.type) && !inside.some(({ type }) => isFunction(type))
  )
}
