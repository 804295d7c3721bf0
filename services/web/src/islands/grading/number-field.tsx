import { useLayoutEffect, useRef } from 'preact/hooks'
import { fieldId } from './field-id.ts'
import type { RubricPage } from './grading-page.ts'
import type { TypedNumber } from './fields.ts'
import { isUnreadable, readCount, readPoints, shownNumber, stepped } from './typed-values.ts'

interface NumberFieldProps {
  readonly page: RubricPage
  readonly name: string
  readonly value: TypedNumber
  /** Whether it says how many times a check applies, which is none where nothing was typed. */
  readonly isCount?: boolean
  readonly min?: number
  readonly max?: number
  readonly step?: number
  readonly onValue: (value: TypedNumber) => void
}

/** While a text means what the field holds, it stays as it was typed. */
export function NumberField({ page, name, value, isCount = false, min, max, step = 1, onValue }: NumberFieldProps) {
  const { start, isReadOnly, isPaused = false, onChange, announce } = page
  const read = isCount ? readCount : readPoints
  const show = (typed: TypedNumber): string => shownNumber(isCount && typed === '' ? 0 : typed, start.locale)
  const inputRef = useRef<HTMLInputElement>(null)
  const cannotChange = isReadOnly || isPaused
  const isUnread = isUnreadable(value)
  useLayoutEffect(() => {
    const input = inputRef.current
    if (input === null) return
    if (read(input.value) !== value) input.value = show(value)
    // Of what the browser kept, the server drew nothing, and hydration leaves attributes as they are.
    if (isUnread) input.setAttribute('aria-invalid', 'true')
    else input.removeAttribute('aria-invalid')
  })

  function stepBy(input: HTMLInputElement, by: 1 | -1): void {
    const typed = read(input.value)
    if (isUnreadable(typed) || cannotChange) return
    const next = stepped(Number(typed), by, { step, min, max })
    input.value = show(next)
    onValue(read(String(next)))
    announce?.(input.value)
  }

  return (
    <input
      ref={inputRef}
      inputMode="decimal"
      size={5}
      id={fieldId(page, name)}
      class="typed-number"
      name={name}
      defaultValue={show(value)}
      readOnly={cannotChange}
      aria-invalid={isUnread || undefined}
      aria-describedby={isUnread ? noteId(name) : undefined}
      onInput={onChange && (({ currentTarget }) => onValue(read(currentTarget.value)))}
      onBlur={
        onChange &&
        (({ currentTarget }) => {
          currentTarget.value = show(read(currentTarget.value))
        })
      }
      onKeyDown={
        onChange &&
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

export function UnreadableNote({ page, name, value, isCount }: Omit<NumberFieldProps, 'onValue'>) {
  if (!isUnreadable(value)) return null
  return (
    <p id={noteId(name)} class="error small">
      {isCount ? page.texts.live.noCount : page.texts.live.unreadable}
    </p>
  )
}

const noteId = (name: string): string => `unreadable-${name}`
