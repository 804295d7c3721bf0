interface SaidProps {
  readonly texts: readonly (string | null)[]
}

/** What has just been done. It has the focus when the page opens: a status that stands in a page from its beginning is read to nobody. */
export function Said({ texts }: SaidProps) {
  const said = texts.filter((text) => text !== null)
  if (said.length === 0) return null
  return (
    <output class="notice" tabIndex={-1} autofocus>
      {said.join(' ')}
    </output>
  )
}
