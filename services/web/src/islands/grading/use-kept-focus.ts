import { goToElement } from './field-at.ts'
import { useLayoutEffect, useRef } from 'preact/hooks'

interface Focused {
  readonly element: Element
  /** The criterion of the element, which stays longer than the element. */
  readonly criterion: HTMLElement | null
  readonly line: HTMLElement | null
  /** The names of the fields that both sides changed. */
  readonly conflict: readonly string[] | null
}

/**
 * When a drawing removes or disables the element with the focus, the focus goes to the field of its name, or to what it belonged to.
 */
export function useKeptFocus(): void {
  const lastRef = useRef<Focused | null>(null)
  useLayoutEffect(() => {
    const { activeElement } = document
    if (activeElement?.closest('#grading')) lastRef.current = focusedAt(activeElement)
    const followed = ({ target }: FocusEvent): void => {
      if (target instanceof Element) lastRef.current = focusedAt(target)
    }
    // A person who presses beside everything leaves the focus by intention.
    const left = (): void => {
      lastRef.current = null
    }
    document.addEventListener('focusin', followed)
    document.addEventListener('pointerdown', left, true)
    return () => {
      document.removeEventListener('focusin', followed)
      document.removeEventListener('pointerdown', left, true)
    }
  }, [])
  useLayoutEffect(() => {
    const last = lastRef.current
    if (last === null || (last.element.isConnected && !last.element.matches(':disabled'))) return
    const { activeElement, body } = document
    if (activeElement !== body && activeElement !== last.element) return
    if (!goOnIn(last.element)) goToElement(homeOf(last))
  })
}

function focusedAt(element: Element): Focused {
  let above = element.closest('[data-annotation]')
  while (above !== null && !above.matches('.row')) above = above.previousElementSibling
  return {
    element,
    criterion: element.closest<HTMLElement>('[data-criterion]'),
    line: above?.querySelector<HTMLElement>('.line') ?? null,
    conflict: element.closest<HTMLElement>('[data-conflict]')?.dataset['conflict']?.split(' ') ?? null,
  }
}

/** Moves the focus to the field that took the place of a removed one, at its caret. */
function goOnIn(gone: Element): boolean {
  if (gone.isConnected || !isText(gone) || gone.name === '') return false
  const field = document.querySelector(`[name="${CSS.escape(gone.name)}"]`)
  if (field === null || !isText(field)) return false
  field.focus()
  field.setSelectionRange(gone.selectionStart, gone.selectionEnd)
  return true
}

const isText = (element: Element): element is HTMLTextAreaElement | HTMLInputElement =>
  element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && element.type === 'text')

function homeOf({ criterion, line, conflict }: Focused): HTMLElement | null {
  const ofConflict =
    conflict === null
      ? null
      : (document.querySelector<HTMLElement>('[data-conflict] button') ??
        document.querySelector<HTMLElement>(conflict.map((name) => `[name="${CSS.escape(name)}"]`).join()))
  const homes = [ofConflict, criterion, line]
  return homes.find((home) => home?.isConnected) ?? document.querySelector<HTMLElement>('#grading h1')
}
