/** Whether a text that must be there is missing: it has no character that is not white space. */
export function isBlank(text: string): boolean {
  return text.trim() === ''
}

export const blankMessage = 'Must have a character that is not white space.'
