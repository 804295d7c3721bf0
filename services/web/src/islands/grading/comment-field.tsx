import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { names } from './field-names.ts'
import { scoreOf, withScore } from './fields.ts'
import type { RubricPage } from './grading-page.ts'
import { KeyHint } from './key-hint.tsx'
import { shortcutOf } from './keys.ts'
import { TextField, UnseenText } from './text-field.tsx'

interface CommentFieldProps {
  readonly page: RubricPage
  readonly criterionId: string
  readonly isRequired: boolean
}

/**
 * With the script, an empty comment that is not required is folded to a button, or left out if it cannot be written. Once it had the focus
 * it stays open, or the fields below would move.
 */
export function CommentField({ page, criterionId, isRequired }: CommentFieldProps) {
  const { texts, fields, isReadOnly, onChange } = page
  const [name, text] = [names.comment(criterionId), scoreOf(fields, criterionId).comment]
  const [isOpen, setIsOpen] = useState(false)
  const fieldRef = useRef<HTMLDivElement>(null)
  const isPressedRef = useRef(false)
  useLayoutEffect(() => {
    if (isPressedRef.current) fieldRef.current?.querySelector('textarea')?.focus()
    isPressedRef.current = false
    // The comment had the focus before the script came.
    if (fieldRef.current?.contains(document.activeElement) === true) setIsOpen(true)
  }, [isOpen])
  const field = { page, name, text, change: (comment: string) => withScore(criterionId, () => ({ comment })) }
  const isFolded = onChange !== undefined && !isOpen && !isRequired && text === ''
  if (isFolded && isReadOnly) return null
  if (isFolded)
    return (
      <>
        <button
          type="button"
          class="plain small"
          // The key `c` finds the field by this name, and clicks it if it is the button.
          name={name}
          aria-keyshortcuts={shortcutOf('comment')}
          onClick={() => {
            isPressedRef.current = true
            setIsOpen(true)
          }}
        >
          {texts.grading.comment} <KeyHint action="comment" />
        </button>
        <UnseenText {...field} />
      </>
    )
  return (
    <div ref={fieldRef} class="area" onFocusIn={() => setIsOpen(true)}>
      <TextField {...field} label={texts.grading.comment} rows={2} />
    </div>
  )
}
