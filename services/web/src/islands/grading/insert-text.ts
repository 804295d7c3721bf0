/** Replaces the selection by a text. Returns the whole text and the caret after the inserted one. */
export function insertText(text: string, { from, to }: { readonly from: number; readonly to: number }, added: string) {
  const before = text.slice(0, from)
  const glue = before === '' || /\s$/.test(before) ? '' : ' '
  return { text: `${before}${glue}${added}${text.slice(to)}`, caret: from + glue.length + added.length }
}
