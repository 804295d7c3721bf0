import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Texts } from '../../texts/texts.ts'
import type { ChosenLines } from './chosen-lines.ts'
import { DrawnWork } from './drawn-work.ts'
import { type Fields, withAnnotation } from './fields.ts'
import type { GradingPage } from './grading-page.ts'
import { partIds } from './skip-links.tsx'
import type { AnswerTitles } from './name-of-field.ts'
import { makeButtons, markLines, partsIn, placeOf, titlesOf } from './work-lines.ts'
import { placeIn, type WorkPlace } from './work-place.ts'

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

interface WorkPorts {
  readonly page: GradingPage
  readonly texts: Texts
  readonly fieldsNow: () => Fields
  /** Called with the titles of a work that was drawn, and without as it goes. */
  readonly onTitles: (titles: AnswerTitles | undefined) => void
}

/** Lines that can be chosen by mouse and keyboard, and the annotations below them. */
export function useWork({ page, texts, fieldsNow, onTitles }: WorkPorts): WorkTools {
  const { announce } = page
  const workRef = useRef<DrawnWork | null>(null)
  const [chosen, setChosen] = useState<ChosenLines | null>(null)
  const { language } = page.start.assessment
  const placeRef = useRef<WorkPlace | null>(null)
  const onDrawn = useCallback(
    (box: HTMLElement) => {
      makeButtons(box, language, (line, isAdded) => (isAdded ? texts.live.addedLine(line) : texts.live.line(line)))
      const work = new DrawnWork(box, placeRef.current, setChosen)
      workRef.current = work
      onTitles(titlesOf(partsIn(box)))
      return () => {
        placeRef.current = placeIn(box)
        // The chosen lines are of this work, not of the next one.
        setChosen(null)
        onTitles(undefined)
        work.end()
        workRef.current = null
      }
    },
    [texts, language, onTitles],
  )

  // The fields are read now: those of the last drawing would overwrite what was typed since.
  useLayoutEffect(() => workRef.current?.annotations.draw({ ...page, fields: fieldsNow() }))
  useEffect(() => {
    if (workRef.current !== null) markLines(workRef.current.box, chosen)
  }, [chosen, page.answerTitles])
  useEffect(() => {
    if (chosen !== null) announce?.(texts.live.chosenLines(chosen.first, chosen.last))
  }, [chosen, announce, texts])

  function annotate(): boolean {
    const lines = chosen ?? workRef.current?.presentLines() ?? null
    if (lines === null) return false
    goToOwn(addNote(page, lines))
    setChosen(null)
    return true
  }

  /** The annotation is drawn before the next key, which is then typed into it. */
  function goToOwn(id: string): void {
    workRef.current?.annotations.draw({ ...page, fields: fieldsNow(), removed: null })
    workRef.current?.annotations.focus(id)
  }

  return {
    onDrawn,
    chosen,
    annotate,
    goToOwn,
    goToAnnotation: (step) => workRef.current?.goToAnnotation(step) ?? false,
    goToFile: (step) => workRef.current?.files.go(step) ?? false,
    goBack(from) {
      // A work may have no lines, or be still on its way.
      if (workRef.current?.goBack(from) !== true) document.getElementById(partIds.work)?.focus()
    },
  }
}

/** Returns the id of a new annotation of these lines. */
function addNote({ onChange }: GradingPage, lines: ChosenLines): string {
  const id = `a${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}`
  onChange?.(withAnnotation(id, { place: placeOf(lines), kind: 'note', isPrivate: false, text: '' }))
  return id
}
