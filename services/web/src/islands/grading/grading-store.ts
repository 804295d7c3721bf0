import { keepClaim, minutesLeft, wasActive } from './claim.ts'
import { complete, leave } from './completion.ts'
import { type Fields, withAnnotation, withoutAnnotations } from './fields.ts'
import type { GradingStart } from './grading-start.ts'
import type { Grading, GradingPorts, GradingState } from './grading-state.ts'
import { mergeFields } from './merge-fields.ts'
import { change, createOpened, isOpen, type Opened } from './opened.ts'
import type { Typed } from './saver.ts'
import { becomeFirstTab, becomeSecondTab } from './tabs.ts'
import { sameFields } from './units.ts'

/** The state of a grading page, and what can be done with it. */
export function createGrading(start: GradingStart, typed: Typed | null, ports: GradingPorts): Grading {
  const opened = createOpened(start, typed, ports)
  return {
    state: () => stateOf(opened),
    change: (next) => change(opened, next),
    removeAnnotation: (annotationId) => removeAnnotation(opened, annotationId),
    putBack: () => putBack(opened),
    settle: (unit, by) => opened.work.settle(unit, by),
    saveNow: async () => void (await opened.work.flush()),
    complete: () => complete(opened),
    leave: (how, note) => leave(opened, how, note),
    leavePage: () => {
      opened.work.flushAtOnce()
      ports.keeper.hurry()
    },
    becomeSecondTab: () => becomeSecondTab(opened),
    becomeFirstTab: () => becomeFirstTab(opened),
    wasActive: () => wasActive(opened),
    keepClaim: () => keepClaim(opened),
    stop: () => opened.work.stop(),
  }
}

function stateOf(opened: Opened): GradingState {
  const { start, work, phase, savedAt, issues, stop, note, completed, isSecondTab, removed } = opened
  return {
    start,
    fields: work.fields(),
    theirs: work.base(),
    phase,
    save: work.save(),
    holder: work.holder(),
    savedAt,
    conflicts: work.conflicts(),
    issues: work.issues().length > 0 ? work.issues() : issues,
    stop,
    note,
    completed,
    minutesLeft: minutesLeft(opened),
    isSecondTab,
    removed,
  }
}

function removeAnnotation(opened: Opened, annotationId: string): void {
  const annotation = opened.work.fields().annotations.get(annotationId)
  change(opened, withoutAnnotations([annotationId]))
  if (isOpen(opened) && annotation !== undefined) opened.removed = { annotationId, annotation }
  opened.ports.changed()
}

function putBack(opened: Opened): void {
  if (opened.removed === null) return
  const { annotationId, annotation } = opened.removed
  change(opened, withAnnotation(annotationId, annotation))
}

/** What the browser kept, with what the form held before the script came on top. */
export function typedBefore(start: GradingStart, kept: Typed | null, inForm: Fields): Typed | null {
  const isTyped = !sameFields(start.fields, inForm)
  if (kept === null) return isTyped ? { base: start.fields, mine: inForm } : null
  return { base: kept.base, mine: isTyped ? mergeFields(kept.base, kept.mine, inForm).fields : kept.mine }
}
