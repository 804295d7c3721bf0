import type { Change } from './fields.ts'
import type { GradingStart } from './grading-start.ts'
import type { CompletedLast, GradingPorts, Phase, Removed, Stop } from './grading-state.ts'
import type { Issue } from './issue.ts'
import { changesOf } from './merge-fields.ts'
import { type OpenWork, openWork } from './open-work.ts'
import { toNames } from './read-fields.ts'
import type { SaveState, Typed } from './saver.ts'
import { sameFields } from './units.ts'

/** What the parts of the grading page share: the assessment that is open now, and where its person is with it. */
export interface Opened {
  readonly ports: GradingPorts
  start: GradingStart
  work: OpenWork
  phase: Phase
  stop: Stop | null
  issues: readonly Issue[]
  /** The reason with which the person wanted to postpone it. */
  note: string
  completed: CompletedLast | null
  removed: Removed | null
  isSecondTab: boolean
  savedAt: number | null
  /** When the lease ends, in milliseconds since 1970; null for an assessment that nobody holds. */
  leaseEndsAt: number | null
  /** When the person last did something, and when the claim was last asked for. */
  activeAt: number
  askedAt: number
}

export function createOpened(start: GradingStart, typed: Typed | null, ports: GradingPorts): Opened {
  const opened = {
    ports,
    start,
    phase: 'grading',
    stop: null,
    issues: [],
    note: '',
    completed: null,
    removed: null,
    isSecondTab: false,
    savedAt: null,
    leaseEndsAt: leaseEndOf(start),
    activeAt: Date.now(),
    askedAt: 0,
  } as Partial<Opened> as Opened
  openDocuments(opened, typed)
  return opened
}

/** Opens the documents of `opened.start`. What comes from documents that were open before changes nothing any more. */
export function openDocuments(opened: Opened, typed: Typed | null): void {
  const { ports, start } = opened
  const work = openWork(start, {
    calls: ports.calls,
    typed,
    onChange: () => {
      if (work === opened.work) keepUnsaved(opened)
    },
    onSaved: (sentAt) => {
      if (work !== opened.work) return
      opened.leaseEndsAt = sentAt + start.exercise.leaseMinutes * 60_000
      opened.savedAt = Date.now()
    },
  })
  opened.work = work
}

export const leaseEndOf = ({ leaseLeftS }: GradingStart): number | null =>
  leaseLeftS === null ? null : Date.now() + leaseLeftS * 1_000

/** Whether the person may change something now. */
export const isOpen = ({ phase, start, isSecondTab }: Opened): boolean =>
  phase === 'grading' && start.whose === 'mine' && !isSecondTab

/** Stays at the assessment, and says why. */
export function stay(opened: Opened, stop: Stop | null, issues: readonly Issue[] = []): void {
  opened.phase = 'grading'
  opened.stop = stop
  opened.issues = issues
  opened.ports.changed()
}

export function goOff(opened: Opened, path: string): void {
  opened.phase = 'left'
  opened.work.stop()
  opened.ports.changed()
  opened.ports.goTo(path)
}

/** `unfinished` also counts, since a new annotation without a text is nothing that the server should have. */
export const isOnServer = (save: SaveState): boolean => save === 'saved' || save === 'unfinished'

/** The browser keeps what is not on the server, and forgets it once it is there. */
export function keepUnsaved({ work, isSecondTab, ports: { keeper, changed } }: Opened): void {
  const { userId, assessmentId, feedbackId } = work.ids
  // A second tab keeps nothing, since the browser keeps what the first tab has.
  if (isSecondTab) return changed()
  const isOfAnother = work.save() === 'other-person'
  const isDone = work.save() === 'saved' && sameFields(work.fields(), work.base())
  // Once another person has signed in, nothing of this person stays in the browser.
  if (isOfAnother || isDone) void keeper.forget(userId, assessmentId)
  else {
    const { base, mine } = changesOf(work.base(), work.fields())
    void keeper.keep({
      userId,
      assessmentId,
      feedbackId,
      revisions: work.revisions(),
      base: toNames(base),
      mine: toNames(mine),
      keptAt: Date.now(),
    })
  }
  changed()
}

export function change(opened: Opened, change: Change): void {
  if (!isOpen(opened)) return
  opened.activeAt = Date.now()
  opened.stop = null
  opened.issues = []
  opened.work.change((fields) => {
    const next = change(fields)
    if (next.annotations !== fields.annotations) opened.removed = null
    return next
  })
}
