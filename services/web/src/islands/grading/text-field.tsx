import { Fresh } from '../display/fresh.tsx'
import type { ComponentProps } from 'preact'
import { fieldId } from './field-id.ts'
import type { Change } from './fields.ts'
import { GapNotes } from './gap-notes.tsx'
import type { RubricPage } from './grading-page.ts'
import { storableText } from './stored-texts.ts'

interface UnseenTextProps {
  readonly page: RubricPage
  readonly name: string
  readonly text: string
  readonly change: (text: string) => Change
}

interface TextFieldProps extends UnseenTextProps {
  readonly label: string
  readonly rows: number
  readonly lang?: string
  /** What is wrong with the text, which describes the field. */
  readonly gaps?: ComponentProps<typeof GapNotes>
}

/** The server draws a line end before the text, since a browser drops one at the beginning of a text area. */
export function TextField({ page, name, text, change, label, rows, lang, gaps }: TextFieldProps) {
  const { isReadOnly, isPaused, onChange, toolsOf } = page
  const describedBy = gaps && gaps.gaps.length > 0 ? gaps.id : undefined
  const area = (
    <label class="area" data-text={text}>
      <Fresh text={label} />
      {onChange === undefined ? (
        <textarea
          id={fieldId(page, name)}
          name={name}
          rows={rows}
          lang={lang}
          readOnly={isReadOnly}
          aria-describedby={describedBy}
        >
          {`\n${text}`}
        </textarea>
      ) : (
        <textarea
          id={fieldId(page, name)}
          name={name}
          rows={rows}
          lang={lang}
          // The script keeps what is typed with its base. What the browser puts back comes later, and may be older.
          autoComplete="off"
          readOnly={isReadOnly || isPaused}
          aria-describedby={describedBy}
          value={text}
          onInput={({ currentTarget }) => onChange(change(storableText(currentTarget.value)))}
        />
      )}
    </label>
  )
  return (
    <>
      {gaps && <GapNotes {...gaps} />}
      {area}
      {toolsOf?.(name)}
    </>
  )
}

/** Of a field that is folded, or not drawn yet: a browser that opens a tab again puts into it what was typed before the script came. */
export const UnseenText = ({ page, name, text, change }: UnseenTextProps) => (
  <textarea
    hidden
    id={fieldId(page, name)}
    value={text}
    onInput={({ currentTarget }) => page.onChange?.(change(storableText(currentTarget.value)))}
  />
)
