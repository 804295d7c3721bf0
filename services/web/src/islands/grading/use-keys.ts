import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { hear, type Pressed } from './keys.ts'

interface KeyEvents {
  readonly hasSingleKeys: boolean
  /** Called at any key: the person is there. */
  readonly onAny: () => void
  /** Called at a character that is typed into a field that cannot be written. */
  readonly onUnwritable: () => void
  /** Returns false to leave the key to the element that has the focus then. */
  readonly onAction: (pressed: Pressed) => boolean
  /** Called when undoing would have changed another field than the one with the focus. */
  readonly onElsewhere: () => void
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
      const { hasSingleKeys, onAny, onUnwritable, onAction } = eventsRef.current
      onAny()
      if (isCharacter(event) && isUnwritable(event.target)) onUnwritable()
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
    /** Chromium undoes what was typed last on the page, in whichever field. */
    const undone = (event: InputEvent): void => {
      if (!event.inputType.startsWith('history') || event.target === document.activeElement) return
      event.preventDefault()
      eventsRef.current.onElsewhere()
    }
    document.addEventListener('beforeinput', undone, true)
    document.addEventListener('focusin', followed)
    return () => {
      document.removeEventListener('keydown', pressed)
      document.removeEventListener('beforeinput', undone, true)
      document.removeEventListener('focusin', followed)
    }
  }, [])
}

const isCharacter = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean => key.length === 1 && !ctrlKey && !metaKey

const isUnwritable = (target: EventTarget | null): boolean =>
  (target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement) && target.readOnly

const isTypedInto = (target: EventTarget | null): boolean =>
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLInputElement && !['radio', 'checkbox', 'button', 'submit'].includes(target.type))
