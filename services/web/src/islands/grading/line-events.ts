import { beginsAt, type LineOfPart } from './chosen-lines.ts'
import { lastLineOf, lineAt } from './work-lines.ts'

export interface LineEvents {
  readonly choose: (from: LineOfPart, line: number) => void
  /** Chooses the line or, where it alone is chosen, none. */
  readonly press: (at: LineOfPart) => void
  /** Called when a text may have been selected by mouse. */
  readonly select: () => void
  /** Chooses up to another line, together with the lines that were chosen up to `from`. */
  readonly extend: (from: LineOfPart, line: number) => void
  readonly move: (at: LineOfPart) => void
}

interface Pointed {
  /** The line at the pointer. */
  readonly at: LineOfPart | null
  readonly isOnNumber: boolean
}

/** By mouse a number is pressed, or dragged from, or a text is selected. */
export function createLinePointer({ choose, select, move }: Pick<LineEvents, 'choose' | 'select' | 'move'>) {
  let from: LineOfPart | null = null
  let lastPressed: LineOfPart | null = null
  let isSelecting = false
  return {
    /** Returns whether the press is of a line, and not the browser's. */
    down({ at, isOnNumber }: Pointed, { isMain, isShift }: { readonly isMain: boolean; readonly isShift: boolean }) {
      isSelecting = !isOnNumber
      if (at === null || !isOnNumber || !isMain) return false
      from = beginsAt(at, isShift ? lastPressed : null)
      lastPressed = from
      choose(from, at.line)
      move(at)
      return true
    },
    over(at: LineOfPart | null) {
      if (from !== null && at?.part === from.part) choose(from, at.line)
    },
    up() {
      if (isSelecting) select()
      isSelecting = false
      from = null
    },
  }
}

/** By keyboard up and down move, Shift extends, Enter and the space bar choose. Returns whether the key is used. */
export function pressKey(
  at: LineOfPart,
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
  { last, press, extend, move }: Pick<LineEvents, 'press' | 'extend' | 'move'> & { readonly last: number },
): boolean {
  const step = { ArrowDown: 1, ArrowUp: -1 }[key]
  if (key === 'Enter' || key === ' ') press(at)
  else if (step === undefined) return false
  else {
    const line = Math.max(1, Math.min(last, at.line + step))
    if (shiftKey) extend(at, line)
    move({ part: at.part, line })
  }
  return true
}

export function listenToLines(box: HTMLElement, events: LineEvents): AbortController {
  const ending = new AbortController()
  const { signal } = ending
  const pointer = createLinePointer(events)
  box.addEventListener(
    'pointerdown',
    (event) => {
      const how = { isMain: event.button === 0, isShift: event.shiftKey }
      if (pointer.down({ at: lineAt(event.target), isOnNumber: isNumber(event.target) }, how)) event.preventDefault()
    },
    { signal },
  )
  box.addEventListener('pointerover', (event) => pointer.over(lineAt(event.target)), { signal })
  box.ownerDocument.addEventListener('pointerup', () => pointer.up(), { signal })
  box.addEventListener(
    'click',
    (event) => {
      const at = lineAt(event.target)
      // What reads the page aloud, or is spoken to, presses without a pointer.
      if (at !== null && isNumber(event.target) && event.detail === 0) events.press(at)
    },
    { signal },
  )
  box.addEventListener(
    'keydown',
    (event) => {
      const at = lineAt(event.target)
      if (at === null || !isNumber(event.target)) return
      if (pressKey(at, event, { ...events, last: lastLineOf(at.part) })) event.preventDefault()
    },
    { signal },
  )
  return ending
}

const isNumber = (target: EventTarget | null): boolean => target instanceof Element && target.closest('.line') !== null
