import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { hear, type Pressed } from './keys.ts'

interface KeyEvents {
  readonly hasSingleKeys: boolean
  /** Called at any key: the person is there. */
  readonly onAny: () => void
  /** Returns false to leave the key to the element that has the focus then. */
  readonly onAction: (pressed: Pressed) => boolean
  /** Called when the focus came into a criterion. */
  readonly onCriterion: (index: number) => void
}

/** Hears the keys of the page, wherever the focus is. An open dialog has its own keys. */
export function useKeys(events: KeyEvents): void {
  const eventsRef = useRef(events)
  useLayoutEffect(() => {
    eventsRef.current = events
  })
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      const { hasSingleKeys, onAny, onAction } = eventsRef.current
      onAny()
      const isTyping = isTypedInto(event.target)
      const isDialogOpen = (): boolean => document.querySelector('dialog[open]') !== null
      if (hear(event, { isTyping, hasSingleKeys, isDialogOpen, act: onAction })) event.preventDefault()
    }
    const followed = ({ target }: FocusEvent): void => {
      const criterion = target instanceof Element ? target.closest('[data-criterion]') : null
      if (criterion !== null)
        eventsRef.current.onCriterion([...document.querySelectorAll('[data-criterion]')].indexOf(criterion))
    }
    document.addEventListener('keydown', pressed)
    document.addEventListener('focusin', followed)
    return () => {
      document.removeEventListener('keydown', pressed)
      document.removeEventListener('focusin', followed)
    }
  }, [])
}

const isTypedInto = (target: EventTarget | null): boolean =>
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLInputElement && !['radio', 'checkbox', 'button', 'submit'].includes(target.type))
