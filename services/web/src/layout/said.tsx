interface SaidProps {
  readonly texts: readonly (string | null)[]
  /** Whether something could not be done as it was asked. */
  readonly isWarning?: boolean
}

/** What has just been done. It has the focus when the page opens: a status that stands in a page from its beginning is read to nobody. */
export function Said({ texts, isWarning = false }: SaidProps) {
  const said = texts.filter((text) => text !== null)
  if (said.length === 0) return null
  return (
    <output class={isWarning ? 'notice' : 'notice said'} tabIndex={-1} autofocus>
      {said.join(' ')}
    </output>
  )
}
