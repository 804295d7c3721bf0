import { render } from 'preact'
import type { Annotation, Place } from './fields.ts'
import { gapsAt } from './gaps.ts'
import type { GradingPage } from './grading-page.ts'
import { AnnotationEditor } from './annotation-editor.tsx'
import type { Removed } from './grading-state.ts'
import { same } from './same.ts'
import { openAround, partOf, partsIn, rowOf } from './work-lines.ts'

interface Slot {
  readonly element: HTMLElement
  readonly place: Place
  /** The values from which the annotation was drawn last, since a key changes one of many annotations. */
  drawn: readonly unknown[]
}

/** Draws annotations in the work, each below its last line. Those that cannot be placed stand at the end. */
export class Annotations {
  readonly #box: HTMLElement
  readonly #parts: readonly HTMLElement[]
  readonly #slots = new Map<string, Slot>()
  #noted: readonly Place[] = []

  #visited: string | null = null

  #removed: { readonly annotation: Removed; readonly element: HTMLElement } | null = null

  constructor(box: HTMLElement) {
    this.#box = box
    this.#parts = partsIn(box)
  }

  /** Draws what the fields say now. The text that is being typed stays where it is. */
  draw(page: GradingPage): void {
    const { answerTitles, isReadOnly, isPaused, onChange } = page
    const { annotations } = page.fields
    for (const [id, { element }] of this.#slots) {
      if (annotations.has(id)) continue
      render(null, element)
      element.remove()
      this.#slots.delete(id)
    }
    for (const [id, annotation] of annotations) {
      const slot = this.#slotOf(id, annotation)
      const { text, kind, isPrivate } = annotation
      const gaps = gapsAt(page.gaps, 'annotations', id).map((gap) => gap.text)
      const drawn = [text, kind, isPrivate, gaps.join(' '), isReadOnly, isPaused, onChange !== undefined, answerTitles]
      if (sameItems(slot.drawn, drawn)) continue
      slot.drawn = drawn
      render(<AnnotationEditor page={page} id={id} annotation={annotation} />, slot.element)
    }
    this.#markNoted([...annotations.values()])
    this.#drawRemoved(page)
  }

  /** Where an annotation was removed, it can be put back. */
  #drawRemoved({ removed = null, texts, onPutBack }: GradingPage): void {
    if (this.#removed?.annotation === removed) return
    this.#removed?.element.remove()
    this.#removed = null
    if (removed === null) return
    const element = this.#box.ownerDocument.createElement('div')
    render(
      <p class="note">
        {texts.live.annotationRemoved}{' '}
        <button type="button" class="small" onClick={onPutBack}>
          {texts.live.putBack}
        </button>
      </p>,
      element,
    )
    this.#insert(element, removed.annotation.place)
    this.#removed = { annotation: removed, element }
  }

  focus(id: string): void {
    this.#visited = id
    this.#slots.get(id)?.element.querySelector('textarea')?.focus()
  }

  /** The annotation after or before the one that has, or had, the focus, in the order of the work. */
  next(step: 1 | -1): string | null {
    const order = [...this.#box.querySelectorAll<HTMLElement>('[data-annotation]')]
    const within = order.findIndex((element) => element.contains(element.ownerDocument.activeElement))
    const at = within === -1 ? order.findIndex(({ dataset }) => dataset['annotation'] === this.#visited) : within
    const found = order.at(at === -1 ? (step === 1 ? 0 : -1) : (at + step) % order.length)
    return found?.dataset['annotation'] ?? null
  }

  clear(): void {
    for (const { element } of this.#slots.values()) render(null, element)
    this.#slots.clear()
  }

  #slotOf(id: string, { place }: Annotation): Slot {
    const known = this.#slots.get(id)
    if (known !== undefined && same(known.place, place)) return known
    const element = known?.element ?? this.#box.ownerDocument.createElement('div')
    element.dataset['annotation'] = id
    this.#insert(element, place)
    const slot = { element, place, drawn: [] }
    this.#slots.set(id, slot)
    return slot
  }

  #insert(element: HTMLElement, place: Place): void {
    const part = partOf(this.#parts, place)
    if (part === null) return this.#box.append(element)
    let before: Element | null = rowOf(part, place.endLine)
    while (
      before?.nextElementSibling instanceof HTMLElement &&
      before.nextElementSibling.dataset['annotation'] !== undefined
    )
      before = before.nextElementSibling
    if (before === null) part.append(element)
    else before.after(element)
    openAround(element)
  }

  #markNoted(annotations: readonly Annotation[]): void {
    const noted = annotations.map(({ place }) => place)
    if (sameItems(noted, this.#noted)) return
    this.#noted = noted
    for (const row of this.#box.querySelectorAll('.row.noted')) row.classList.remove('noted')
    for (const place of noted) {
      const part = partOf(this.#parts, place)
      if (part === null) continue
      for (let line = place.startLine; line <= place.endLine; line += 1) rowOf(part, line)?.classList.add('noted')
    }
  }
}

const sameItems = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((item, at) => item === b[at])
