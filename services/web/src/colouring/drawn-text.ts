import { placesOfUnseen } from '@course-grading/domain/feedback/unseen-characters'

export interface DrawnText {
  readonly lines: readonly string[]
  /** Whether the text has more than a page draws. */
  readonly isCut: boolean
}

export interface TextLimits {
  readonly lines: number
  readonly characters: number
}

/** A character that is not seen takes as much of a page as so many others, since it is drawn as an element. */
const charactersOfMark = 100

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
    characters -= drawn.lines.reduce((sum, line) => sum + line.length + marksIn(line) * charactersOfMark, 0)
    return drawn
  }
}

/** A line end at the end of a text begins no further line. */
export function cutText(text: string, { lines: maxLines, characters }: TextLimits): DrawnText {
  const lines = text.slice(0, characters).split(/\r\n|\r|\n/, maxLines + 2)
  const isLong = text.length > characters
  if (!isLong && lines.length <= maxLines + 1 && lines.at(-1) === '') lines.pop()
  const drawn = cutAtMarks(lines.slice(0, maxLines), characters)
  return { lines: drawn, isCut: isLong || lines.length > maxLines || drawn.at(-1) !== lines[drawn.length - 1] }
}

function cutAtMarks(lines: readonly string[], characters: number): readonly string[] {
  let room = characters
  for (const [at, line] of lines.entries()) {
    for (const index of placesOfUnseen(line)) {
      room -= charactersOfMark
      if (index >= room) return [...lines.slice(0, at), line.slice(0, index)]
    }
    room -= line.length
  }
  return lines
}

const marksIn = (line: string): number => placesOfUnseen(line).reduce((count) => count + 1, 0)
