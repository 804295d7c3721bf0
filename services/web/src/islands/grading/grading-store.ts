import { type Fields, fieldsOfAnnotation, sameFields } from './fields.ts'
import type { GradingStart } from './grading-start.ts'
import type { CompletedLast, Grading, GradingPorts, Issue, Phase, Removed, Stop } from './grading-state.ts'
import { gapsIn, judgeFields, unfinishedFields } from './judgement.ts'
import { changesOf, mergeFields } from './merge-fields.ts'
import { type OpenWork, openWork } from './open-work.ts'
import type { CompletedWork, Standing } from './replies.ts'
import type { SaveState, Typed } from './saver.ts'

/** A claim with less time left is renewed by any key, but not more often than `keepAgainMs`. */
const shortLeaseMs = 120_000
const keepAgainMs = 10_000

export function createGrading(first: GradingStart, typed: Typed | null, ports: GradingPorts): Grading {
  const { calls, keeper } = ports
  let start = first
  let phase: Phase = 'grading'
  let savedAt: number | null = null
  let issues: readonly Issue[] = []
  let stop: Stop | null = null
  let postponing = ''
  let completed: CompletedLast | null = null
  let leaseEndsAt: number | null = leaseEndOf(first)
  let activeAt = Date.now()
  let askedAt = 0
  let isSecondTab = false
  let removed: Removed | null = null
  let work: OpenWork = open(first, typed)

  function open(next: GradingStart, own: Typed | null): OpenWork {
    const opened = openWork(next, {
      calls,
      typed: own,
      onChange: () => {
        if (opened === work) noticed()
      },
      onSaved: (sentAt) => {
        if (opened === work) leaseEndsAt = sentAt + next.exercise.leaseMinutes * 60_000
        if (opened === work) savedAt = Date.now()
      },
    })
    return opened
  }

  /** The browser keeps what is not on the server, and forgets it once it is there. */
  function noticed(): void {
    const { userId, assessmentId } = work.ids
    // A second tab keeps nothing, since the browser keeps what the first tab has.
    if (isSecondTab) return ports.changed()
    // Another person has signed in, so nothing of this person stays in the browser.
    if (work.save() === 'other-person') {
      void keeper.forget(userId, assessmentId)
      return ports.changed()
    }
    if (work.save() === 'saved' && sameFields(work.fields(), work.base())) void keeper.forget(userId, assessmentId)
    else void keeper.keep(keptOf())
    ports.changed()
  }

  const keptOf = () => ({
    userId: work.ids.userId,
    assessmentId: work.ids.assessmentId,
    feedbackId: work.ids.feedbackId,
    revisions: work.revisions(),
    ...changesOf(work.base(), work.fields()),
    who: start.shown.who,
    keptAt: Date.now(),
  })

  function stay(reason: Stop | null, found: readonly Issue[] = []): void {
    phase = 'grading'
    stop = reason
    issues = found
    ports.changed()
  }

  const isOpen = (): boolean => phase === 'grading' && start.whose === 'mine' && !isSecondTab

  async function complete(): Promise<void> {
    if (phase === 'between') return await goOn()
    if (phase === 'unsure') return await send()
    if (!isOpen()) return
    const gaps = gapsIn({ ...start.assessment, ...start.exercise }, work.base(), work.fields())
    if (gaps.length > 0) return stay('gaps', gaps)
    phase = 'completing'
    stop = null
    issues = []
    ports.changed()
    if (!isOnServer(await work.flush())) return stay(work.save() === 'conflict' ? 'conflict' : 'unsaved', work.issues())
    await send()
  }

  /** A completion that is repeated with one revision is answered as the first time. */
  async function send(isRepeated = false): Promise<void> {
    phase = 'completing'
    ports.changed()
    const answer = await calls.complete(work.ids, work.revision())
    if (answer.kind === 'refused') return stay('gaps', answer.issues)
    if (answer.kind === 'stale') {
      const before = work.fields()
      await work.lookAgain()
      // A save of this tab that was never answered moved the revision, so there is nothing else to look at.
      const isOwn = isOnServer(work.save()) && sameFields(before, work.fields())
      return isOwn && !isRepeated ? await send(true) : stay('changed')
    }
    // A claim that was lost may have been completed, but by somebody else.
    const result = answer.kind === 'ok' ? answer.value : answer.kind === 'away' ? await resultMeanwhile() : null
    if (result === null && answer.kind === 'away' && !isRepeated) return await send(true)
    if (result === 'unknown') {
      phase = 'unsure'
      stop = 'not-completed'
      return ports.changed()
    }
    if (result === null) {
      if (answer.kind !== 'away') await work.lookAgain()
      return stay(answer.kind === 'away' ? 'not-completed' : null)
    }
    completed = { assessmentId: work.ids.assessmentId, who: start.shown.who, ...result }
    await keeper.forget(work.ids.userId, work.ids.assessmentId)
    work.stop()
    await goOn()
  }

  /** After a completion that was not answered: its result, or null if it was not done. */
  async function resultMeanwhile(): Promise<CompletedWork | 'unknown' | null> {
    const standing = await calls.standing(work.ids)
    if (standing.kind === 'away') return 'unknown'
    if (standing.kind !== 'ok' || !standing.value.isCompleted) return null
    const { points } = judgeFields({ ...start.assessment, ...start.exercise }, work.fields())
    return { points, maxPoints: start.assessment.rubric.document.maxPoints }
  }

  async function goOn(): Promise<void> {
    phase = 'completing'
    ports.changed()
    const { goesOn, locale } = start
    if (!goesOn) return left(start.exercise.queuePath)
    const teaches = start.may.restart
    const ask = () => calls.next(work.ids, { goesOn, locale, teaches })
    const first = await ask()
    // The boundary answers a repeated request with the claim that it made before.
    const answer = first.kind === 'away' ? await ask() : first
    if (answer.kind !== 'ok') {
      phase = 'between'
      stop = 'no-next'
      return ports.changed()
    }
    if ('to' in answer.value) return left(answer.value.to)
    await show(answer.value.start)
  }

  async function show(next: GradingStart): Promise<void> {
    isSecondTab = !(await ports.takeTab(next))
    const kept = isSecondTab ? null : await keeper.kept(next.userId, next.assessment.id)
    start = next
    work = open(next, kept)
    phase = 'grading'
    stop = null
    issues = []
    removed = null
    savedAt = null
    leaseEndsAt = leaseEndOf(next)
    ports.opened(next)
    ports.changed()
  }

  async function keepClaim(): Promise<void> {
    const leaseMs = start.exercise.leaseMinutes * 60_000
    if (!isOpen() || Date.now() - activeAt > leaseMs) return
    const opened = work
    askedAt = Date.now()
    const sentAt = askedAt
    const answer = await calls.keepClaim(opened.ids)
    if (opened !== work) return
    if (answer.kind === 'ok') leaseEndsAt = sentAt + leaseMs
    if (answer.kind === 'lost') await work.lookAgain()
    ports.changed()
  }

  function left(path: string): void {
    phase = 'left'
    work.stop()
    ports.changed()
    ports.goTo(path)
  }

  function change(path: string, value: string): void {
    if (!isOpen()) return
    activeAt = Date.now()
    stop = null
    issues = []
    if (path.startsWith('annotations/')) removed = null
    work.change(path, value)
  }

  return {
    state: () => ({
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
      note: postponing,
      completed,
      minutesLeft: leaseEndsAt === null ? null : Math.ceil((leaseEndsAt - Date.now()) / 60_000),
      isSecondTab,
      removed,
    }),
    change,
    removeAnnotation(annotationId) {
      const fields = fieldsOfAnnotation(work.fields(), annotationId)
      for (const path of Object.keys(fields)) change(path, '')
      if (isOpen()) removed = { annotationId, fields }
      ports.changed()
    },
    putBack() {
      for (const [path, value] of Object.entries(removed?.fields ?? {})) change(path, value)
    },
    settle: (paths, by) => work.settle(paths, by),
    async saveNow() {
      await work.flush()
    },
    complete,
    async leave(how, note) {
      if (!isOpen()) return
      postponing = note
      phase = how
      stop = null
      ports.changed()
      const isGone = start.assessment.gone
      const half = isGone ? [] : unfinishedFields(work.base(), work.fields())
      if (half.length > 0) return stay('gaps', half)
      if (!isOnServer(await work.flush()) && !isGone) return stay('unsaved', work.issues())
      const answer = await calls.leave(work.ids, how, note)
      if (answer.kind === 'refused') return stay('gaps', answer.issues)
      if (answer.kind !== 'ok' && answer.kind !== 'lost') return stay('not-left')
      left(start.exercise.queuePath)
    },
    leavePage() {
      work.flushAtOnce()
      keeper.hurry()
    },
    async becomeSecondTab() {
      isSecondTab = true
      ports.changed()
      await work.flush()
      work.stop()
    },
    async becomeFirstTab() {
      const { ids } = work
      work.stop()
      const standing = await calls.standing(ids)
      const kept = await keeper.kept(ids.userId, ids.assessmentId)
      if (standing.kind === 'ok') start = startingFrom(start, standing.value)
      isSecondTab = false
      work = open(start, kept)
      if (standing.kind !== 'ok' || !standing.value.isMine) await work.lookAgain()
      noticed()
    },
    wasActive: () => {
      activeAt = Date.now()
      const isShort = leaseEndsAt !== null && leaseEndsAt - activeAt < shortLeaseMs
      if (isShort && activeAt - askedAt > keepAgainMs) void keepClaim()
    },
    keepClaim,
    stop: () => work.stop(),
  }
}

/** `unfinished` also counts, since a new annotation without a text is nothing that the server should have. */
const isOnServer = (save: SaveState): boolean => save === 'saved' || save === 'unfinished'

const leaseEndOf = ({ leaseLeftS }: GradingStart): number | null =>
  leaseLeftS === null ? null : Date.now() + leaseLeftS * 1_000

/** The page's start, with what the server has by now. */
const startingFrom = (start: GradingStart, { judgement, wording }: Standing): GradingStart => ({
  ...start,
  assessment: { ...start.assessment, revision: judgement.revision },
  feedback: { ...start.feedback, revision: wording.revision },
  fields: { ...judgement.fields, ...wording.fields },
})

/** What the browser kept, with what the form held before the script came on top. */
export function typedBefore(start: GradingStart, kept: Typed | null, inForm: Fields): Typed | null {
  const isTyped = !sameFields(start.fields, inForm)
  if (kept === null) return isTyped ? { base: start.fields, mine: inForm } : null
  return { base: kept.base, mine: isTyped ? mergeFields(kept.base, kept.mine, inForm).fields : kept.mine }
}
