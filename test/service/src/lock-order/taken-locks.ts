/** A statement as it was sent. */
export interface SentStatement {
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
}

/** A lock of a statement, named as in `libs/data/src/db/lock-order.ts`. */
interface TakenLock {
  readonly what: RankedLock
  /**
   * Whether the statement skips locked rows. Then it waits for nobody, so this lock cannot close a circle; but others may wait
   * for it.
   */
  readonly skipsLocked: boolean
}

/** The order of locks of libs/data, written a second time. */
const lockRanks = [
  'people',
  'exercise',
  'submission (advisory)',
  'submitter',
  'grader',
  'documents',
  'delivery',
  'submission',
  'capability',
  'assessment',
  'completed_result',
  'feedback',
  'parked_draft',
  'exercise_alias',
  'snippet',
] as const
type RankedLock = (typeof lockRanks)[number]

const advisoryLocks: Readonly<Record<number, RankedLock | 'alone'>> = {
  1_397_051_217: 'people',
  1_397_051_218: 'exercise',
  1_397_051_216: 'submission (advisory)',
  1_397_051_221: 'submitter',
  1_397_051_222: 'grader',
  1_397_051_223: 'documents',
  // Locks of the sessions of a person, and of the snippets of a course or a person. Their transactions take no other lock, or
  // take these first.
  1_397_051_215: 'alone',
  1_397_051_219: 'alone',
  1_397_051_220: 'alone',
}

const rowRanks: ReadonlySet<string> = new Set(lockRanks.slice(lockRanks.indexOf('delivery')))
const isRow = (table: string): table is RankedLock => rowRanks.has(table)

/** Which rows of other tables the triggers of a statement change. */
const changedByTrigger: readonly { readonly by: RegExp; readonly what: RankedLock }[] = [
  { by: /\b(?:INSERT INTO assessment\b|UPDATE assessment\b[^;]*?\blease_until =)/, what: 'submission' },
]

const advisory = /\bpg_advisory_xact_lock(?:_shared)?\(\s*\$(\d+)::integer/
const changed = /\b(?:UPDATE|DELETE FROM)\s+(?:ONLY\s+)?([a-z_]+)/
const upserted = /\bINSERT INTO\s+([a-z_]+)(?:\s+AS\s+[a-z_]+)?\s*\((?:(?!INSERT INTO)[^])*?\bDO UPDATE\s+SET\b/
const selected = /\bFOR\s+(?:NO\s+KEY\s+UPDATE|UPDATE|SHARE)\b(?:\s+OF\s+([a-z_]+))?(\s+SKIP\s+LOCKED)?/
const any = new RegExp([advisory, upserted, selected, changed].map(({ source }) => source).join('|'), 'g')

/**
 * What a statement locks, in the order of its text. A new row locks nothing that others could hold. References to other tables
 * lock FOR KEY SHARE, for which only a delete waits.
 * @throws Error for an advisory lock that has no rank
 */
export function takenLocks({ name, text, values }: SentStatement): readonly TakenLock[] {
  const bare = text.replaceAll(/--.*$/gm, '')
  const taken: TakenLock[] = []
  const nested: TakenLock[][] = []
  for (const match of bare.matchAll(any)) {
    const [whole, parameter, upsertedTable, of, skips, changedTable] = match
    // The words after FOR are part of what a SELECT locks, and DO UPDATE of an upsert.
    if (changedTable !== undefined && /\b(?:FOR|KEY|DO)\s+$/.test(bare.slice(0, match.index))) continue
    if (parameter !== undefined) {
      const what = advisoryLocks[Number(values[Number(parameter) - 1])]
      if (what === undefined) throw new Error(`${name} takes an advisory lock without a rank`)
      if (what !== 'alone') (nested[depthAt(bare, match.index)] ??= []).push({ what, skipsLocked: false })
    } else {
      const isSelected = whole.startsWith('FOR')
      const table = upsertedTable ?? changedTable ?? (isSelected ? lockedTable(bare.slice(0, match.index), of) : '')
      if (isRow(table)) taken.push({ what: table, skipsLocked: skips !== undefined })
    }
  }
  for (const { by, what } of changedByTrigger) if (by.test(bare)) taken.push({ what, skipsLocked: false })
  return [...nested.toReversed().flatMap((locks) => locks ?? []), ...taken]
}

/** The number of SELECTs around a position of a statement. The inner ones are computed first. */
function depthAt(text: string, place: number): number {
  const open: boolean[] = []
  for (let at = 0; at < place; at += 1) {
    if (text.charAt(at) === '(') open.push(/^\(\s*SELECT\b/.test(text.slice(at, at + 40)))
    else if (text.charAt(at) === ')') open.pop()
  }
  return open.filter(Boolean).length
}

/** The table that a SELECT before this place reads first, or the one that has the alias. */
function lockedTable(before: string, alias: string | undefined): string {
  const own = sameLevel(before)
  if (alias === undefined) return /\bFROM\s+([a-z_]+)/.exec(own)?.[1] ?? ''
  return new RegExp(`\\b(?:FROM|JOIN)\\s+([a-z_]+)\\s+AS\\s+${alias}\\b`).exec(own)?.[1] ?? alias
}

/** The text of the innermost SELECT that ends here, without the text in parentheses. */
function sameLevel(text: string): string {
  let depth = 0
  let own = ''
  for (let at = text.length - 1; at >= 0; at -= 1) {
    const character = text.charAt(at)
    if (character === ')') depth += 1
    else if (character === '(') {
      if (depth === 0) break
      depth -= 1
    } else if (depth === 0) own = character + own
  }
  return own.slice(own.lastIndexOf('SELECT'))
}

/**
 * Describes the first lock of a transaction that is not taken in the order, or null. A row that the transaction has locked
 * already is not waited for. Rows that belong to a locked submission follow the order, too.
 */
export function wrongOrder(statements: readonly SentStatement[]): string | null {
  const held = new Set<RankedLock>()
  let highest: { readonly what: RankedLock; readonly by: string } | undefined
  for (const statement of statements) {
    for (const { what, skipsLocked } of takenLocks(statement)) {
      if (!held.has(what) && !skipsLocked && highest !== undefined && rankOf(what) < rankOf(highest.what))
        return `${statement.name} locks ${what} after ${highest.by} locked ${highest.what}`
      held.add(what)
      if (highest === undefined || rankOf(what) > rankOf(highest.what)) highest = { what, by: statement.name }
    }
  }
  return null
}

const rankOf = (what: RankedLock): number => lockRanks.indexOf(what)
