import { useLayoutEffect, useRef } from 'preact/hooks'
import type { GradingPage } from './grading-page.ts'
import { numberOf, unreadable } from './patches.ts'

interface NumberFieldProps {
  readonly page: GradingPage
  readonly path: string
  /** The value of the field while nothing is typed. */
  readonly empty?: string
  readonly class?: string
  readonly min?: number
  readonly max?: number
  readonly step?: number | 'any'
  readonly readOnly?: boolean | undefined
  readonly onValue: (value: string) => void
}

/** A browser does not tell the text that it cannot read as a number, so the field is left alone while it has such a text. */
export function NumberField(props: NumberFieldProps) {
  const { page, path, empty = '', class: className, min, max, step, readOnly, onValue } = props
  const isRefused = isUnreadable(page, path)
  const inputRef = useRef<HTMLInputElement>(null)
  // A text that cannot be read is no value, so that drawing an empty value would leave it there.
  useLayoutEffect(() => {
    const input = inputRef.current
    if (!isRefused || input === null) return
    return () => {
      if (input.validity.badInput) input.value = ''
    }
  }, [isRefused])
  return (
    <input
      ref={inputRef}
      type="number"
      class={className}
      name={path}
      value={isRefused ? undefined : (page.fields[path] ?? empty)}
      min={min}
      max={max}
      step={step}
      readOnly={readOnly}
      aria-invalid={isRefused || undefined}
      aria-describedby={isRefused ? noteId(path) : undefined}
      onInput={
        page.onField && (({ currentTarget: { value, validity } }) => onValue(validity.badInput ? unreadable : value))
      }
    />
  )
}

export function UnreadableNote({ page, path }: Pick<NumberFieldProps, 'page' | 'path'>) {
  if (!isUnreadable(page, path)) return null
  return (
    <p id={noteId(path)} class="error small">
      {page.texts.live.unreadable}
    </p>
  )
}

const noteId = (path: string): string => `unreadable-${path}`

function isUnreadable({ fields }: GradingPage, path: string): boolean {
  const value = fields[path]
  return value !== undefined && numberOf(value) === null
}
