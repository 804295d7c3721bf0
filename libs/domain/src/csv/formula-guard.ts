/**
 * Characters that make a spreadsheet run a cell as a formula, full-width forms included. The apostrophe is one of them, so that a
 * cell's own apostrophe can be distinguished from a guard.
 */
const guarded = String.raw`[=+\-@\t\r\n\0＝＋－＠']`
/** Where a cell begins, also for a program that expects another separator or another quote than this file has. */
const cellStart = String.raw`(?<=^|[,;"\t\r\n])`

const guardedStart = new RegExp(`${cellStart}(?=${guarded})`, 'gu')
const guard = new RegExp(`${cellStart}'([^]?)`, 'gu')

/** Puts an apostrophe before what a spreadsheet would run, and before a leading apostrophe. */
export function guardFormulas(cell: string): string {
  return cell.replace(guardedStart, "'")
}

/** Removes the apostrophes that `guardFormulas` added, and also an apostrophe that somebody else put at the beginning. */
export function unguardFormulas(cell: string): string {
  return cell.replace(guard, '$1')
}
