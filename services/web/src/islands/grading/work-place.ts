/** Where in the work somebody looks. */
export interface WorkPlace {
  /** The name of the file or the answer at the top edge. */
  readonly name: string | null
  /** Pixels from the beginning of that part to the edge. */
  readonly above: number
  /** Pixels by which the box is scrolled. */
  readonly scrolled: number
}

const partsOf = (box: HTMLElement): HTMLElement[] => [
  ...box.querySelectorAll<HTMLElement>('section[data-path], section[data-answer-key]'),
]
const nameOf = ({ dataset }: HTMLElement): string | null => dataset['path'] ?? dataset['answerKey'] ?? null
const topOf = (element: HTMLElement): number => element.getBoundingClientRect().top

export function placeIn(box: HTMLElement): WorkPlace {
  const edge = topOf(box)
  const part = partsOf(box).findLast((each) => topOf(each) <= edge + 1)
  const { scrollTop: scrolled } = box
  return part === undefined
    ? { name: null, above: 0, scrolled }
    : { name: nameOf(part), above: edge - topOf(part), scrolled }
}

/** Scrolls the work of another submission to its file of that name. */
export function goToPlace(box: HTMLElement, { name, above, scrolled }: WorkPlace): void {
  const part = partsOf(box).find((each) => nameOf(each) === name)
  box.scrollTop = part === undefined ? scrolled : box.scrollTop + topOf(part) - topOf(box) + above
}
