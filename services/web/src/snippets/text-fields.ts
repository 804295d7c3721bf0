import { compareFields } from '@course-grading/settings-comparison/flat'

/** The fields of a form, and its document as well: texts by language are members such as `text.fi`. */
export type TextFields = Readonly<Record<string, string>>

const form = /^text\.([a-z]{2,3}(?:-[A-Z]{2})?)$/

/** Null for any other field. */
export const languageOf = (field: string): string | null => form.exec(field)?.[1] ?? null

/** A field for each language of the course, and for each in which there is a text. */
export const fieldsOfTexts = (texts: TextFields, languages: readonly string[] = []): TextFields =>
  Object.fromEntries(
    [...new Set([...languages, ...Object.keys(texts)])].map((language) => [`text.${language}`, texts[language] ?? '']),
  )

export const readTextFields = (sent: URLSearchParams): TextFields =>
  Object.fromEntries([...sent].filter(([name]) => languageOf(name) !== null))

/** The texts by language; a blank one is none. */
export const textsIn = (fields: TextFields): TextFields =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, text]) => {
      const language = languageOf(name)
      return language === null || text.trim() === '' ? [] : [[language, text]]
    }),
  )

/** A language that one side alone has is one of an empty text to the other. */
export function compareTexts(base: TextFields, mine: TextFields, theirs: TextFields) {
  const none = Object.fromEntries(Object.keys({ ...mine, ...theirs }).map((name) => [name, '']))
  return compareFields({ ...none, ...base }, { ...none, ...mine }, { ...none, ...theirs })
}
