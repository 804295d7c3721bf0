/** A text of a rubric in the person's language, or else in the first one that it has. */
export const localizedText = (texts: Readonly<Record<string, string>>, locale: string): string =>
  texts[locale] ?? Object.values(texts)[0] ?? ''

/** The language of the text that `localizedText` gives; the person's where there is none. */
export const languageOfText = (texts: Readonly<Record<string, string>>, locale: string): string =>
  texts[locale] === undefined ? (Object.keys(texts)[0] ?? locale) : locale
