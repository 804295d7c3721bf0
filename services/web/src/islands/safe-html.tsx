interface SafeHtmlProps {
  /** As the boundary gives it: sanitised there, and changed by nobody since. */
  readonly html: string
  readonly lang?: string | undefined
}

/** The only place where HTML of the boundary is written as it is. */
export function SafeHtml({ html, lang }: SafeHtmlProps) {
  return <div class="written" lang={lang} dangerouslySetInnerHTML={{ __html: html }} />
}
