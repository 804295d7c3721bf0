interface TextAreaProps {
  readonly label: string
  readonly name: string
  readonly value: string
  readonly rows: number
  readonly lang?: string
  readonly isReadOnly?: boolean
}

/** A browser drops one line end at the beginning of what stands in a text area. */
export function TextArea({ label, name, value, rows, lang, isReadOnly = false }: TextAreaProps) {
  return (
    <label class="area">
      {label}
      <textarea name={name} rows={rows} lang={lang} readOnly={isReadOnly}>
        {`\n${value}`}
      </textarea>
    </label>
  )
}
