import { languageName } from '../islands/display/formats.ts'
import { SafeHtml } from '../islands/display/safe-html.tsx'
import { RowButton, TextField } from '../islands/forms/fields.tsx'
import type { Locale, Texts } from '../texts/texts.ts'
import type { ShownPreview } from './preview.ts'
import { languageOf, type TextFields } from './text-fields.ts'

interface TextsByLanguageProps {
  readonly texts: Texts
  readonly locale: Locale
  readonly fields: TextFields
  readonly rows: number
  readonly preview: ShownPreview | null
}

export const titleOfText = (texts: Texts, locale: Locale, field: string): string =>
  `${texts.comments.fields.text}: ${languageName(locale, languageOf(field) ?? '')}`

/** A text in each language, and what students would read of the one whose button was pressed. */
export const TextsByLanguage = ({ texts, locale, fields, rows, preview }: TextsByLanguageProps) =>
  Object.entries(fields).map(([name, value]) => {
    const language = languageOf(name)
    if (language === null) return null
    return (
      <div key={name} class="bare">
        <TextField name={name} title={titleOfText(texts, locale, name)} lang={language} rows={rows} value={value} />
        <span class="buttons">
          <RowButton press={`preview:${name}`} text={texts.live.preview} of={languageName(locale, language)} />
        </span>
        {preview?.field === name && (
          <section class="card padded" aria-label={texts.live.preview}>
            {preview.html === null ? (
              <p role="alert">{texts.live.noPreview}</p>
            ) : (
              <SafeHtml html={preview.html} lang={language} />
            )}
          </section>
        )}
      </div>
    )
  })
