import { useLayoutEffect, useRef } from 'preact/hooks'
import { fieldId } from './field-id.ts'
import type { RubricPage } from './grading-page.ts'
import { isCount, numberAt, shownNumber, stepped, valueOf } from './typed-values.ts'

interface NumberFieldProps {
  readonly page: RubricPage
  readonly path: string
  readonly min?: number
  readonly max?: number
  readonly step?: number
  readonly onValue: (typed: string) => void
}

/** While a text means what the field holds, it stays as it was typed. */
export function NumberField({ page, path, min, max, step = 1, onValue }: NumberFieldProps) {
  const { fields, start, isReadOnly, isPaused = false, onField, announce } = page
  const inputRef = useRef<HTMLInputElement>(null)
  const shown = shownNumber(path, fields[path], start.locale)
  const cannotChange = isReadOnly || isPaused
  const isUnread = isUnreadable(page, path)
  useLayoutEffect(() => {
    const input = inputRef.current
    if (input === null) return
    if (valueOf(path, input.value) !== (fields[path] ?? '')) input.value = shown
    // Of what the browser kept, the server drew nothing, and hydration leaves attributes as they are.
    if (isUnread) input.setAttribute('aria-invalid', 'true')
    else input.removeAttribute('aria-invalid')
  })

  function stepBy(input: HTMLInputElement, by: 1 | -1): void {
    const number = input.value.trim() === '' ? 0 : numberAt(path, input.value)
    if (number === null || cannotChange) return
    const next = String(stepped(number, by, { step, min, max }))
    input.value = shownNumber(path, next, start.locale)
    onValue(next)
    announce?.(input.value)
  }

  return (
    <input
      ref={inputRef}
      inputMode="decimal"
      size={5}
      id={fieldId(page, path)}
      class="typed-number"
      name={path}
      defaultValue={shown}
      readOnly={cannotChange}
      aria-invalid={isUnread || undefined}
      aria-describedby={isUnread ? noteId(path) : undefined}
      onInput={onField && (({ currentTarget }) => onValue(currentTarget.value))}
      onBlur={
        onField &&
        (({ currentTarget }) => {
          currentTarget.value = shownNumber(path, valueOf(path, currentTarget.value) || undefined, start.locale)
        })
      }
      onKeyDown={
        onField &&
        ((event) => {
          const by = { ArrowUp: 1, ArrowDown: -1 } as const
          if (!Object.hasOwn(by, event.key) || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          stepBy(event.currentTarget, by[event.key as keyof typeof by])
        })
      }
    />
  )
}

export function UnreadableNote({ page, path }: Pick<NumberFieldProps, 'page' | 'path'>) {
  if (!isUnreadable(page, path)) return null
  return (
    <p id={noteId(path)} class="error small">
      {isCount(path) ? page.texts.live.noCount : page.texts.live.unreadable}
    </p>
  )
}

const noteId = (path: string): string => `unreadable-${path}`

function isUnreadable({ fields }: RubricPage, path: string): boolean {
  const value = fields[path]
  return value !== undefined && numberAt(path, value) === null
}
