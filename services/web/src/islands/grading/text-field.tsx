import { Fresh } from '../display/fresh.tsx'
import { fieldId } from './field-id.ts'
import type { GradingPage } from './grading-page.ts'

interface TextFieldProps {
  readonly page: GradingPage
  readonly path: string
  readonly label: string
  readonly rows: number
  readonly lang?: string
}

/** The server draws a line end before the text, since a browser drops one at the beginning of a text area. */
export function TextField({ page, path, label, rows, lang }: TextFieldProps) {
  const { fields, isReadOnly, isPaused, onField, toolsOf } = page
  const text = fields[path] ?? ''
  const area = (
    <label class="area" data-text={text}>
      <Fresh text={label} />
      {onField === undefined ? (
        <textarea id={fieldId(page, path)} name={path} rows={rows} lang={lang} readOnly={isReadOnly}>
          {`\n${text}`}
        </textarea>
      ) : (
        <textarea
          id={fieldId(page, path)}
          name={path}
          rows={rows}
          lang={lang}
          // The script keeps what is typed with its base. What the browser puts back comes later, and may be older.
          autoComplete="off"
          readOnly={isReadOnly || isPaused}
          value={text}
          onInput={({ currentTarget }) => onField(path, currentTarget.value)}
        />
      )}
    </label>
  )
  if (toolsOf === undefined) return area
  return (
    <>
      {area}
      {toolsOf(path)}
    </>
  )
}
