import { stripTypeScriptTypes } from 'node:module'

/** What a hurry makes of a line, by kind. */
export interface CarelessEdit {
  readonly kind: 'comparison' | 'condition' | 'field' | 'constant'
  readonly at: number
  readonly old: string
  readonly new: string
}

const sqlCondition = /\b(?:WHERE|AND|OR|ON|WHEN|FILTER)\b/
const comparisons: Readonly<Record<string, string>> = { '=': '>=', '>=': '>', '>': '>=', '<=': '<', '<': '<=' }
const constants: Readonly<Record<string, string>> = { TRUE: 'FALSE', FALSE: 'TRUE', true: 'false', false: 'true' }
/** Names whose ends are the same are of one type more often than not; what is not, the compiler tells. */
const typed =
  /(?:Id|Ids|At|Ms|Points|Revision|Tags|Until|State|Html|Version|Names|_id|_at|_until|_points|_revision|_state)$/

/** All such edits of a module, after each of which it can still be parsed. */
export function carelessEditsOf(text: string): readonly CarelessEdit[] {
  return [...comparisonsOf(text), ...conditionsOf(text), ...fieldsOf(text), ...constantsOf(text)].filter(
    (edit) => !isOfDeclarations(text, edit.at) && canBeParsed(withEdit(text, edit)),
  )
}

export const withEdit = (text: string, { at, old, new: changed }: CarelessEdit): string =>
  text.slice(0, at) + changed + text.slice(at + old.length)

const found = (text: string, pattern: RegExp): readonly { at: number; old: string }[] =>
  [...text.matchAll(pattern)].map((match) => ({ at: match.index, old: match[0] }))

function comparisonsOf(text: string): CarelessEdit[] {
  return found(text, /(?<= )(?:[<>]=?|=)(?= )/g)
    .filter(({ at, old }) => old !== '=' || sqlCondition.test(lineAt(text, at)))
    .map(({ at, old }) => ({ kind: 'comparison', at, old, new: comparisons[old] ?? old }))
}

/** One of several conditions, or a guard of a line. */
function conditionsOf(text: string): CarelessEdit[] {
  const parts = found(text, /\s(?:AND|&&|\|\|)\s/g).map(({ at, old }) => ({ at, old: upToEnd(text, at, old.length) }))
  const guards = found(text, /^ *if \(.*\) (?:throw|return)\b.*\n/gm)
  return [...parts, ...guards].map((part) => ({ ...part, kind: 'condition', new: '' }))
}

/** To the next condition on the same height, the end of the brackets, or the end of the line. */
function upToEnd(text: string, at: number, length: number): string {
  let depth = 0
  for (let end = at + length; end < text.length; end += 1) {
    const character = text[end] ?? ''
    if ('([{'.includes(character)) depth += 1
    if (')]}'.includes(character)) depth -= 1
    const isNext = depth === 0 && /^(?:\s(?:AND|OR|&&|\|\||\?|:)\s|[\n,;])/.test(text.slice(end, end + 5))
    if (depth < 0 || isNext) return text.slice(at, end)
  }
  return text.slice(at)
}

/** A member of the same end that the module has elsewhere, of the same thing where SQL names it. */
function fieldsOf(text: string): CarelessEdit[] {
  const members = found(text, /(?<=\w\.|\$\{)[a-z]\w+/g)
  const ownerOf = (at: number): string =>
    (/(\w+)\.$/.exec(text.slice(Math.max(0, at - 40), at))?.[1] ?? '').toLowerCase()
  return members.flatMap(({ at, old }): CarelessEdit[] => {
    const end = typed.exec(old)?.[0]
    const others = members.filter((other) => other.old !== old && ownerOf(other.at) === ownerOf(at))
    return [...new Set(others.map((other) => other.old))]
      .filter((other) => (end === undefined ? /^is[A-Z]/.test(old) && /^is[A-Z]/.test(other) : other.endsWith(end)))
      .map((other) => ({ kind: 'field', at, old, new: other }))
  })
}

function constantsOf(text: string): CarelessEdit[] {
  return found(text, /(?<![\w$.{'-])\d[\d_]*(?![\w.])|(?<=interval ')\d+|\b(?:TRUE|FALSE|true|false)\b/g).map(
    ({ at, old }) => ({
      kind: 'constant',
      at,
      old,
      new: constants[old] ?? String(Number(old.replaceAll('_', '')) + 1),
    }),
  )
}

const lineAt = (text: string, at: number): string =>
  text.slice(text.lastIndexOf('\n', at) + 1, (text.indexOf('\n', at) + 1 || text.length + 1) - 1)

/** Comments, imports and types change nothing that runs. */
const isOfDeclarations = (text: string, at: number): boolean =>
  /^\s*(?:\/?\*|\/\/|import |export \* |readonly |(?:export )?(?:type|interface) )/.test(lineAt(text, at))

function canBeParsed(text: string): boolean {
  try {
    stripTypeScriptTypes(text)
    return true
  } catch {
    return false
  }
}
