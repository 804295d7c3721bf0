import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Texts } from '../../texts/texts.ts'
import { drawImages } from './draw-images.ts'
import { Annotations } from './annotations.tsx'
import { beginsAt, type ChosenLines, type LineOfPart, otherEnd, pressing, spanning } from './chosen-lines.ts'
import { type Fields, paths, placeText } from './fields.ts'
import { edgeOf, followParts } from './file-tabs.ts'
import type { GradingPage } from './grading-page.ts'
import { partIds } from './skip-links.tsx'
import { focusLine, lastLineOf, lineAt, makeButtons, markLines, placeOf, selectedLines } from './work-lines.ts'
import { goToPlace, placeIn, type WorkPlace } from './work-place.ts'

export interface WorkTools {
  readonly onDrawn: (box: HTMLElement) => () => void
  readonly chosen: ChosenLines | null
  /** Begins an annotation of the chosen lines. One that is open stays. This and the next two return whether there was such a thing. */
  readonly annotate: () => boolean
  /** Goes to an annotation that was made or put back just now. */
  readonly goToOwn: (annotationId: string) => void
  readonly goToAnnotation: (step: 1 | -1) => boolean
  readonly goToFile: (step: 1 | -1) => boolean
  /** Moves the focus back to the lines. */
  readonly goBack: (from: Element | null) => void
}

/** Lines that can be chosen by mouse and keyboard, and the annotations below them. */
export function useWork(page: GradingPage, texts: Texts, fieldsNow: () => Fields): WorkTools {
  const { announce } = page
  const { language } = page.start.assessment
  const boxRef = useRef<HTMLElement | null>(null)
  const annotationsRef = useRef<Annotations | null>(null)
  const lastLineRef = useRef<LineOfPart | null>(null)
  const placeRef = useRef<WorkPlace | null>(null)
  /** The heading of the file that was gone to last. */
  const headingRef = useRef<HTMLElement | null>(null)
  const scrolledRef = useRef(0)
  const [chosen, setChosen] = useState<ChosenLines | null>(null)
  const [drawnCount, setDrawnCount] = useState(0)

  const onDrawn = useCallback(
    (element: HTMLElement) => {
      boxRef.current = element
      annotationsRef.current = new Annotations(element)
      lastLineRef.current = null
      setChosen(null)
      setDrawnCount((count) => count + 1)
      makeButtons(element, language, (line, isAdded) => (isAdded ? texts.live.addedLine(line) : texts.live.line(line)))
      const dropImages = drawImages(element)
      if (placeRef.current !== null) goToPlace(element, placeRef.current)
      const following = followParts(element)
      const listening = listen(element, {
        choose: (from, line) => {
          setChosen(spanning(from, line))
        },
        press: (at) => {
          setChosen((before) => pressing(before, at))
        },
        select: () => {
          setChosen((before) => selectedLines(element) ?? before)
        },
        extend: (from, line) => {
          setChosen((before) => spanning(otherEnd(before, from), line))
        },
        move: (part, line) => {
          lastLineRef.current = { part, line }
          focusLine(element, part, line)
        },
      })
      return () => {
        placeRef.current = placeIn(element)
        // The chosen lines are of this work, not of the next one.
        lastLineRef.current = null
        setChosen(null)
        listening.abort()
        following.abort()
        dropImages()
        annotationsRef.current?.clear()
        annotationsRef.current = null
        boxRef.current = null
      }
    },
    [texts, language],
  )

  // The fields are read now: those of the last drawing would overwrite what was typed since.
  useLayoutEffect(() => annotationsRef.current?.draw({ ...page, fields: fieldsNow() }))
  useEffect(() => {
    if (boxRef.current !== null) markLines(boxRef.current, chosen)
  }, [chosen, drawnCount])
  useEffect(() => {
    if (chosen !== null) announce?.(texts.live.chosenLines(chosen.first, chosen.last))
  }, [chosen, announce, texts])

  function annotate(): boolean {
    const lines = chosen ?? (boxRef.current && selectedLines(boxRef.current)) ?? lineOf(lastLineRef.current)
    if (lines === null) return false
    const id = `a${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}`
    page.onField?.(paths.kind(id), 'note')
    page.onField?.(paths.place(id), placeText(placeOf(lines)))
    goToOwn(id)
    setChosen(null)
    return true
  }

  /** The annotation is drawn before the next key, which is then typed into it. */
  function goToOwn(id: string): void {
    annotationsRef.current?.draw({ ...page, fields: fieldsNow(), removed: null })
    annotationsRef.current?.focus(id)
  }

  function goToAnnotation(step: 1 | -1): boolean {
    const id = annotationsRef.current?.next(step) ?? null
    if (id !== null) annotationsRef.current?.focus(id)
    return id !== null
  }

  function goToFile(step: 1 | -1): boolean {
    const parts = [...(boxRef.current?.querySelectorAll<HTMLElement>('section.file') ?? [])]
    const top = (part: HTMLElement): number => part.getBoundingClientRect().top
    const edge = boxRef.current === null ? 0 : edgeOf(boxRef.current) + 8
    // A short file at the end cannot be scrolled to the top, so the file with the focus, or gone to last, counts.
    const { activeElement } = document
    const at = parts.some((part) => part.contains(activeElement)) ? activeElement : headingRef.current
    // What comes above the work may push the file out of sight. Only a person's scrolling leaves it.
    const isThere = scrolledRef.current === scrolledIn(boxRef.current) || isInSight(at, boxRef.current)
    const gone = isThere ? parts.findIndex((part) => part.contains(at)) : -1
    const current = gone === -1 ? parts.findLastIndex((part) => top(part) <= edge) : gone
    const next = parts[Math.max(0, Math.min(parts.length - 1, current + step))]
    if (next === undefined) return false
    next.scrollIntoView({ block: 'start' })
    const heading = next.querySelector<HTMLElement>('h3, summary')
    headingRef.current = heading
    if (heading?.matches('summary') === false) heading.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
    scrolledRef.current = scrolledIn(boxRef.current)
    return true
  }

  function goBack(from: Element | null): void {
    const element = boxRef.current
    const row = from?.closest('[data-annotation]')?.previousElementSibling ?? null
    const at =
      lineAt(row?.querySelector('.line') ?? null) ??
      lastLineRef.current ??
      lineAt(element?.querySelector('.line') ?? null)
    lastLineRef.current = at
    // A work may have no lines, or be still on its way.
    if (element === null || at === null) document.getElementById(partIds.work)?.focus()
    else focusLine(element, at.part, at.line)
  }

  return { onDrawn, chosen, annotate, goToOwn, goToAnnotation, goToFile, goBack }
}

const lineOf = (at: LineOfPart | null): ChosenLines | null => at && { part: at.part, first: at.line, last: at.line }

/** On a narrow page the window scrolls, and not the box. */
const scrolledIn = (box: Element | null): number => (box?.scrollTop ?? 0) + scrollY

function isInSight(element: Element | null, box: Element | null): boolean {
  const [inner, outer] = [element, box].map((each) => each?.getBoundingClientRect())
  if (inner === undefined || outer === undefined) return false
  return inner.bottom > Math.max(outer.top, 0) && inner.top < Math.min(outer.bottom, innerHeight)
}

interface LineEvents {
  readonly choose: (from: LineOfPart, line: number) => void
  /** Chooses the line or, where it alone is chosen, none. */
  readonly press: (at: LineOfPart) => void
  /** Called when a text may have been selected by mouse. */
  readonly select: () => void
  /** Chooses up to another line, together with the lines that were chosen up to `from`. */
  readonly extend: (from: LineOfPart, line: number) => void
  readonly move: (part: HTMLElement, line: number) => void
}

/** By mouse a number is pressed, or dragged from, or a text is selected; by keyboard up and down move, Shift extends, Enter and the space bar choose. */
function listen(box: HTMLElement, { choose, press, select, extend, move }: LineEvents): AbortController {
  const ending = new AbortController()
  const { signal } = ending
  let from: LineOfPart | null = null
  let lastPressed: LineOfPart | null = null
  let isSelecting = false
  const onNumber = (target: EventTarget | null): boolean =>
    target instanceof Element && target.closest('.line') !== null
  box.addEventListener(
    'pointerdown',
    (event) => {
      const at = lineAt(event.target)
      isSelecting = !onNumber(event.target)
      if (at === null || !onNumber(event.target) || event.button !== 0) return
      from = beginsAt(at, event.shiftKey ? lastPressed : null)
      lastPressed = from
      choose(from, at.line)
      move(at.part, at.line)
      event.preventDefault()
    },
    { signal },
  )
  box.addEventListener(
    'pointerover',
    (event) => {
      const at = lineAt(event.target)
      if (from !== null && at?.part === from.part) choose(from, at.line)
    },
    { signal },
  )
  box.ownerDocument.addEventListener(
    'pointerup',
    () => {
      if (isSelecting) select()
      isSelecting = false
      from = null
    },
    { signal },
  )
  box.addEventListener(
    'click',
    (event) => {
      const at = lineAt(event.target)
      // What reads the page aloud, or is spoken to, presses without a pointer.
      if (at !== null && onNumber(event.target) && event.detail === 0) press(at)
    },
    { signal },
  )
  box.addEventListener(
    'keydown',
    (event) => {
      const at = lineAt(event.target)
      if (at === null || !onNumber(event.target)) return
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (event.key === 'Enter' || event.key === ' ') press(at)
      else if (step === undefined) return
      else {
        const next = Math.max(1, Math.min(lastLineOf(at.part), at.line + step))
        if (event.shiftKey) extend(at, next)
        move(at.part, next)
      }
      event.preventDefault()
    },
    { signal },
  )
  return ending
}
