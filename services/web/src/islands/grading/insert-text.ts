/** What is written in the place of the selection: a text does not stick to the word before it. */
export function addedText(text: string, from: number, added: string): string {
  const isApart = from === 0 || /\s/.test(text.charAt(from - 1))
  return isApart ? added : ` ${added}`
}
