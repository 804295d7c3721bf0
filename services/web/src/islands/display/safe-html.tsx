interface SafeHtmlProps {
  /** HTML as the boundary gives it: sanitised there, and not changed since. */
  readonly html: string
  readonly lang?: string | undefined
}

/** The only component that writes HTML of the boundary as it is. */
export function SafeHtml({ html, lang }: SafeHtmlProps) {
  return <div class="written" lang={lang} dangerouslySetInnerHTML={{ __html: html }} />
}
