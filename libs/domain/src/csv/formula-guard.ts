/** What makes a spreadsheet run a cell as a formula, full-width forms included; the apostrophe, so that it differs from a guard. */
const guarded = String.raw`[=+\-@\t\r\n\0＝＋－＠']`
/** Where a cell begins, also for a program that takes another separator or another quote for the file's own. */
const cellStart = String.raw`(?<=^|[,;"\t\r\n])`

const guardedStart = new RegExp(`${cellStart}(?=${guarded})`, 'gu')
const guard = new RegExp(`${cellStart}'([^]?)`, 'gu')

/** Puts an apostrophe before what a spreadsheet would run, and before a leading apostrophe. */
export function guardFormulas(cell: string): string {
  return cell.replace(guardedStart, "'")
}

/** Takes the apostrophes of `guardFormulas` off again, and whatever apostrophe somebody else put at the beginning. */
export function unguardFormulas(cell: string): string {
  return cell.replace(guard, '$1')
}
