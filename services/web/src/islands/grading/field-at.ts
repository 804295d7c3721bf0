import { paths } from './fields.ts'

/** The text area whose name is this path. */
export const fieldAt = (path: string): HTMLTextAreaElement | null =>
  document.querySelector<HTMLTextAreaElement>(`[name="${CSS.escape(path)}"]`)

/** The path of the text area with the focus; null where no snippet can be inserted. */
export function nameOfFocused(): string | null {
  const { activeElement } = document
  return activeElement instanceof HTMLTextAreaElement &&
    activeElement.name !== '' &&
    activeElement.name !== paths.privateNote
    ? activeElement.name
    : null
}
