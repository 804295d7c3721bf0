/** Lines of one part of the work, which an annotation can be about. */
export interface ChosenLines {
  readonly part: HTMLElement
  readonly first: number
  readonly last: number
}

export interface LineOfPart {
  readonly part: HTMLElement
  readonly line: number
}

export const spanning = ({ part, line: from }: LineOfPart, to: number): ChosenLines => ({
  part,
  first: Math.min(from, to),
  last: Math.max(from, to),
})

/** A line that alone is chosen is a pressed button: pressing it again takes the choice back. */
export function pressing(chosen: ChosenLines | null, at: LineOfPart): ChosenLines | null {
  const isAlone = chosen?.part === at.part && chosen.first === at.line && chosen.last === at.line
  return isAlone ? null : spanning(at, at.line)
}

/** The other end of the chosen lines, if they begin or end at the given line; else that line. */
export function otherEnd(chosen: ChosenLines | null, at: LineOfPart): LineOfPart {
  if (chosen?.part !== at.part) return at
  const { part, first, last } = chosen
  if (at.line === first) return { part, line: last }
  return at.line === last ? { part, line: first } : at
}

/** Where lines begin that are chosen by mouse: with Shift at the line that was pressed before, if that is of the same part. */
export const beginsAt = (at: LineOfPart, before: LineOfPart | null): LineOfPart =>
  before?.part === at.part ? before : at
