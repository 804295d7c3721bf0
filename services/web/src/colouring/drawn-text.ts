export interface DrawnText {
  readonly lines: readonly string[]
  /** Whether the text has more than a page draws. */
  readonly isCut: boolean
}

export interface TextLimits {
  readonly lines: number
  readonly characters: number
}

/** Limits of one text, and of all texts of a page together. */
const ofText: TextLimits = { lines: 5_000, characters: 1_000_000 }
const ofPage: TextLimits = { lines: 20_000, characters: 2_000_000 }

/** Cuts the texts of one page, one after the other. A text that could not be read is undefined, and empty here. */
export function createTextCutter(): (text: string | undefined) => DrawnText {
  let { lines, characters } = ofPage
  return (text = '') => {
    const drawn = cutText(text, {
      lines: Math.min(ofText.lines, lines),
      characters: Math.min(ofText.characters, characters),
    })
    lines -= drawn.lines.length
    characters -= drawn.lines.reduce((sum, line) => sum + line.length, 0)
    return drawn
  }
}

/** A line end at the end of a text begins no further line. */
export function cutText(text: string, { lines: maxLines, characters }: TextLimits): DrawnText {
  const lines = text.slice(0, characters).split(/\r\n|\r|\n/, maxLines + 2)
  const isLong = text.length > characters
  if (!isLong && lines.length <= maxLines + 1 && lines.at(-1) === '') lines.pop()
  return { lines: lines.slice(0, maxLines), isCut: isLong || lines.length > maxLines }
}
