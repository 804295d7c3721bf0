/** A text with another in the place of what is selected, and where the caret stands then. */
export function insertText(text: string, { from, to }: { readonly from: number; readonly to: number }, added: string) {
  const before = text.slice(0, from)
  const glue = before === '' || /\s$/.test(before) ? '' : ' '
  return { text: `${before}${glue}${added}${text.slice(to)}`, caret: from + glue.length + added.length }
}
