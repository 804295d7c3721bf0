import { paths } from './fields.ts'

/** The field of the page that a path names. */
export const fieldAt = (path: string): HTMLTextAreaElement | null =>
  document.querySelector<HTMLTextAreaElement>(`[name="${CSS.escape(path)}"]`)

/** The path of the text that is typed in; null where no comment can be inserted. */
export function nameOfFocused(): string | null {
  const { activeElement } = document
  return activeElement instanceof HTMLTextAreaElement &&
    activeElement.name !== '' &&
    activeElement.name !== paths.privateNote
    ? activeElement.name
    : null
}
