import { type ChosenLines, spanning } from './chosen-lines.ts'
import type { Place } from './fields.ts'

const numberOfRow = (row: Element): number => Number(row.querySelector('.line')?.textContent)

/** Makes the numbers of lines buttons, one of which is in the order of the keyboard. */
export function makeButtons(
  box: HTMLElement,
  language: string,
  nameOf: (line: number, isAdded: boolean) => string,
): void {
  for (const code of box.querySelectorAll<HTMLElement>('.code')) code.lang = language
  const numbers = [...box.querySelectorAll('.code .line')]
  for (const number of numbers) {
    number.setAttribute('role', 'button')
    number.setAttribute('tabindex', '-1')
    number.setAttribute('aria-pressed', 'false')
    const isAdded = number.closest('.row.changed') !== null
    number.setAttribute('aria-label', nameOf(Number(number.textContent), isAdded))
  }
  const first = numbers.find((number) => number.closest('details:not([open])') === null) ?? numbers[0]
  first?.setAttribute('tabindex', '0')
  for (const note of box.querySelectorAll('.code .note')) note.remove()
}

/** The part and the line that an element stands in. */
export function lineAt(target: EventTarget | null): { readonly part: HTMLElement; readonly line: number } | null {
  if (!(target instanceof Element)) return null
  const row = target.closest('.row')
  const part = target.closest<HTMLElement>('section[data-file-id], section[data-answer-key]')
  return row === null || part === null ? null : { part, line: numberOfRow(row) }
}

const rowsByPart = new WeakMap<HTMLElement, readonly HTMLElement[]>()

/** The lines of a part stay as the server drew them, so they are looked up once. */
function rowsOf(part: HTMLElement): readonly HTMLElement[] {
  const known = rowsByPart.get(part)
  if (known !== undefined) return known
  const rows = [...part.querySelectorAll<HTMLElement>('.code .row')]
  rowsByPart.set(part, rows)
  return rows
}

export function rowOf(part: HTMLElement, line: number): HTMLElement | null {
  const rows = rowsOf(part)
  return rows[Math.min(line, rows.length) - 1] ?? null
}

export const lastLineOf = (part: HTMLElement): number => rowsOf(part).length

export function placeOf({ part, first, last }: ChosenLines): Place {
  const { fileId, path = '', answerKey } = part.dataset
  const lines = { startLine: first, endLine: last }
  if (answerKey !== undefined) return { anchor: { answerKey }, ...lines }
  return { anchor: { fileId: Number(fileId), path, sha256: null }, ...lines }
}

export const partsIn = (box: HTMLElement): readonly HTMLElement[] => [
  ...box.querySelectorAll<HTMLElement>('section[data-file-id], section[data-answer-key]'),
]

/** The titles of the answers among the parts, by their keys. */
export const titlesOf = (parts: readonly HTMLElement[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    parts.flatMap((part) => {
      const { answerKey } = part.dataset
      return answerKey === undefined ? [] : [[answerKey, part.querySelector('h3')?.textContent ?? answerKey]]
    }),
  )

/** The part of the work that an annotation is about; null if the work does not have it. */
export function partOf(parts: readonly HTMLElement[], { anchor }: Place): HTMLElement | null {
  return (
    parts.find(({ dataset }) =>
      'answerKey' in anchor ? dataset['answerKey'] === anchor.answerKey : dataset['fileId'] === String(anchor.fileId),
    ) ?? null
  )
}

export function markLines(box: HTMLElement, chosen: ChosenLines | null): void {
  for (const row of box.querySelectorAll('.row.chosen')) markRow(row, false)
  if (chosen === null) return
  for (let line = chosen.first; line <= chosen.last; line += 1) markRow(rowOf(chosen.part, line), true)
}

function markRow(row: Element | null, isChosen: boolean): void {
  row?.classList.toggle('chosen', isChosen)
  row?.querySelector('.line')?.setAttribute('aria-pressed', String(isChosen))
}

export function openAround(element: Element): void {
  for (let fold = element.closest('details'); fold !== null; fold = fold.parentElement?.closest('details') ?? null)
    fold.setAttribute('open', '')
}

/** Only the number of the line with the focus is in the order of the keyboard. */
export function focusLine(box: HTMLElement, part: HTMLElement, line: number): void {
  const number = rowOf(part, line)?.querySelector<HTMLElement>('.line')
  if (!number) return
  openAround(number)
  for (const other of box.querySelectorAll('.line[tabindex="0"]')) other.setAttribute('tabindex', '-1')
  number.setAttribute('tabindex', '0')
  number.focus()
}

/** The lines of which a text is selected, in the first of the parts that have any. */
export function selectedLines(box: HTMLElement): ChosenLines | null {
  const selection = document.getSelection()
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  for (const part of partsIn(box)) {
    const rows = range.intersectsNode(part) ? rowsOf(part).filter((row) => hasSelected(range, row)) : []
    const [first] = rows
    if (first !== undefined) return spanning({ part, line: numberOfRow(first) }, numberOfRow(rows.at(-1) ?? first))
  }
  return null
}

/** A selection of whole lines ends at the beginning of the next line, of which nothing is selected. */
function hasSelected(range: Range, row: HTMLElement): boolean {
  if (row.lastElementChild === null || !range.intersectsNode(row)) return false
  const text = document.createRange()
  text.selectNodeContents(row.lastElementChild)
  if (range.compareBoundaryPoints(Range.START_TO_START, text) > 0)
    text.setStart(range.startContainer, range.startOffset)
  if (range.compareBoundaryPoints(Range.END_TO_END, text) < 0) text.setEnd(range.endContainer, range.endOffset)
  return text.toString() !== ''
}
