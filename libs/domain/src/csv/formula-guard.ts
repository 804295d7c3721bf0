/** What makes a spreadsheet run a formula, full-width forms too; and the apostrophe, so that a cell's own differs from a guard. */
const guarded = String.raw`[=+\-@\t\r\n\0＝＋－＠']`
/** Where a cell begins, also for a program that expects another separator or another quote than this file has. */
const cellStart = String.raw`(?<=^|[,;"\t\r\n])`

const guardedStart = new RegExp(`${cellStart}(?=${guarded})`, 'gu')
const guard = new RegExp(`${cellStart}'([^]?)`, 'gu')

/** An apostrophe before what a spreadsheet would run, and before a leading apostrophe. */
export function guardFormulas(cell: string): string {
  return cell.replace(guardedStart, "'")
}

/** Removes also an apostrophe that somebody else put at the beginning. */
export function unguardFormulas(cell: string): string {
  return cell.replace(guard, '$1')
}
