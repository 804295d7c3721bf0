import { Annotations } from './annotations.tsx'
import { type ChosenLines, type LineOfPart, otherEnd, pressing, spanning } from './chosen-lines.ts'
import { drawImages } from './draw-images.ts'
import { FileSteps } from './file-steps.ts'
import { followParts } from './file-tabs.ts'
import { listenToLines } from './line-events.ts'
import { focusLine, lineAt, selectedLines } from './work-lines.ts'
import { goToPlace, type WorkPlace } from './work-place.ts'

type Choose = (next: (before: ChosenLines | null) => ChosenLines | null) => void

/** A work as it stands in its box, until another one does. */
export class DrawnWork {
  readonly box: HTMLElement
  readonly annotations: Annotations
  readonly files: FileSteps
  readonly #endings: readonly (() => void)[]
  #lastLine: LineOfPart | null = null

  /** Begins at the given place of the work before. */
  constructor(box: HTMLElement, place: WorkPlace | null, choose: Choose) {
    this.box = box
    this.annotations = new Annotations(box)
    this.files = new FileSteps(box)
    const dropImages = drawImages(box)
    if (place !== null) goToPlace(box, place)
    const following = followParts(box)
    const listening = listenToLines(box, {
      choose: (from, line) => choose(() => spanning(from, line)),
      press: (at) => choose((before) => pressing(before, at)),
      select: () => choose((before) => selectedLines(box) ?? before),
      extend: (from, line) => choose((before) => spanning(otherEnd(before, from), line)),
      move: (at) => this.#goToLine(at),
    })
    this.#endings = [() => listening.abort(), () => following.abort(), dropImages, () => this.annotations.clear()]
  }

  /** The lines whose text is selected, or else the line that was gone to last. */
  presentLines(): ChosenLines | null {
    const last = this.#lastLine
    return selectedLines(this.box) ?? (last && spanning(last, last.line))
  }

  goToAnnotation(step: 1 | -1): boolean {
    const id = this.annotations.next(step)
    if (id !== null) this.annotations.focus(id)
    return id !== null
  }

  /** Goes to the line of the annotation, or the line gone to last, or the first one. Returns whether the work has lines. */
  goBack(from: Element | null): boolean {
    const row = from?.closest('[data-annotation]')?.previousElementSibling ?? null
    const at = lineAt(row?.querySelector('.line') ?? null) ?? this.#lastLine ?? lineAt(this.box.querySelector('.line'))
    if (at !== null) this.#goToLine(at)
    return at !== null
  }

  #goToLine(at: LineOfPart): void {
    this.#lastLine = at
    focusLine(this.box, at.part, at.line)
  }

  end(): void {
    for (const end of this.#endings) end()
  }
}
