import type { Token } from 'markdown-it'

const box = /^\[(?<mark>[ xX])\][ \t]/

/** Boxes become characters: sanitising removes inputs, and then nobody would see which tasks are done. */
export function drawTaskBoxes(tokens: readonly Token[]): void {
  tokens.forEach((token, at) => {
    const isFirstOfItem = tokens[at - 1]?.type === 'paragraph_open' && tokens[at - 2]?.type === 'list_item_open'
    const text = token.children?.[0]
    if (token.type !== 'inline' || !isFirstOfItem || text?.type !== 'text') return
    const mark = box.exec(text.content)?.groups?.['mark']
    if (mark !== undefined) text.content = `${mark === ' ' ? '☐' : '☑'} ${text.content.slice(4)}`
  })
}
