export function isBlank(text: string): boolean {
  return text.trim() === ''
}

export const blankMessage = 'Must have a character that is not white space.'
