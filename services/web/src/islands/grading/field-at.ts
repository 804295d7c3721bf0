import { paths } from './fields.ts'

/** The field whose name is this path; for a folded comment the button that opens it. */
export const fieldAt = (path: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[name="${CSS.escape(path)}"]`)

export function textAreaAt(path: string): HTMLTextAreaElement | null {
  const field = fieldAt(path)
  return field instanceof HTMLTextAreaElement ? field : null
}

/** The path of the text area with the focus; null where no snippet can be inserted. */
export function nameOfFocused(): string | null {
  const { activeElement } = document
  return activeElement instanceof HTMLTextAreaElement &&
    activeElement.name !== '' &&
    activeElement.name !== paths.privateNote
    ? activeElement.name
    : null
}
