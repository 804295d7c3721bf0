/** The field whose name is this path; for a folded comment the button that opens it. */
export const fieldAt = (path: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[name="${CSS.escape(path)}"]`)

/** Gives an element the focus, also where a person folded what it stands in. */
export function goToElement(element: HTMLElement | null | undefined): void {
  for (let around = element?.closest('details'); around; around = around.parentElement?.closest('details'))
    around.open = true
  element?.focus()
}

export type TextField = HTMLTextAreaElement | HTMLInputElement

/** Whether somebody can write a text there. Numbers are no texts. */
const isTextField = (element: Element | null): element is TextField =>
  (element instanceof HTMLTextAreaElement ||
    (element instanceof HTMLInputElement && element.type === 'text' && element.inputMode !== 'decimal')) &&
  !element.readOnly &&
  !element.disabled

export function textFieldAt(path: string): TextField | null {
  const field = fieldAt(path)
  return isTextField(field) ? field : null
}

/** The text with the focus, in which a comment can be inserted. */
export const focusedText = (): TextField | null => (isTextField(document.activeElement) ? document.activeElement : null)

export interface Selected {
  readonly from: number
  readonly to: number
}

export const selectedIn = ({ selectionStart, selectionEnd }: TextField): Selected => ({
  from: selectionStart ?? 0,
  to: selectionEnd ?? 0,
})

/** Writes in the place of what is selected, as one step of the browser's own undoing. Only this command leaves undoing as it is. */
export function writeInto(field: TextField, { from, to }: Selected, text: string): void {
  goToElement(field)
  // A set selection ends the step before: what is typed before and after the text is undone by itself.
  field.setSelectionRange(from, to)
  document.execCommand('insertText', false, text)
  field.setSelectionRange(field.selectionEnd, field.selectionEnd)
}

/** The button of the action that a field is part of, such as the reason for postponing. */
export const buttonOfField = (): HTMLButtonElement | null =>
  document.activeElement?.closest('[data-action]')?.querySelector('button') ?? null
