import { gapsIn, judgeFields, unfinishedFields } from './judgement.ts'
import { type GradingStart, readStart } from './grading-start.ts'
import type { Leaving } from './grading-state.ts'
import { goOff, isOnServer, isOpen, leaseEndOf, openDocuments, type Opened, stay } from './opened.ts'
import { readTyped } from './read-fields.ts'
import type { CompletedWork } from './replies.ts'
import { sameFields } from './units.ts'

/** Completes the assessment, and goes on to the next one; after a step that failed, from that step. */
export async function complete(opened: Opened): Promise<void> {
  if (opened.phase === 'between') return await goOn(opened)
  if (opened.phase === 'unsure') return await send(opened)
  if (!isOpen(opened)) return
  const { work, start, ports } = opened
  const gaps = gapsIn({ ...start.assessment, ...start.exercise }, work.base(), work.fields())
  if (gaps.length > 0) return stay(opened, 'gaps', gaps)
  opened.phase = 'completing'
  opened.stop = null
  opened.issues = []
  ports.changed()
  if (!isOnServer(await work.flush()))
    return stay(opened, work.save() === 'conflict' ? 'conflict' : 'unsaved', work.issues())
  await send(opened)
}

/** A completion that is repeated with one revision is answered as the first time. */
async function send(opened: Opened, isRepeated = false): Promise<void> {
  const { work, ports } = opened
  opened.phase = 'completing'
  ports.changed()
  const answer = await ports.calls.complete(work.ids, work.revision())
  if (answer.kind === 'ok') return await completed(opened, answer.value)
  if (answer.kind === 'refused') return stay(opened, 'gaps', answer.issues)
  if (answer.kind === 'stale') {
    const before = work.fields()
    await work.lookAgain()
    // A save of this tab that was never answered moved the revision, so there is nothing else to look at.
    const isOwn = isOnServer(work.save()) && sameFields(before, work.fields())
    return isOwn && !isRepeated ? await send(opened, true) : stay(opened, 'changed')
  }
  if (answer.kind !== 'away') {
    // A claim that was lost may have been completed, but by somebody else.
    await work.lookAgain()
    return stay(opened, null)
  }
  const result = await resultMeanwhile(opened)
  if (result === 'unknown') {
    opened.phase = 'unsure'
    opened.stop = 'not-completed'
    return ports.changed()
  }
  if (result !== null) return await completed(opened, result)
  return isRepeated ? stay(opened, 'not-completed') : await send(opened, true)
}

/** After a completion that was not answered: its result, or null if it was not done. */
async function resultMeanwhile({ start, work, ports }: Opened): Promise<CompletedWork | 'unknown' | null> {
  const standing = await ports.calls.standing(work.ids)
  if (standing.kind === 'away') return 'unknown'
  if (standing.kind !== 'ok' || !standing.value.isCompleted) return null
  const { points } = judgeFields({ ...start.assessment, ...start.exercise }, work.fields())
  return { points, maxPoints: start.assessment.rubric.document.maxPoints }
}

async function completed(opened: Opened, result: CompletedWork): Promise<void> {
  const { ids, stop } = opened.work
  opened.completed = { assessmentId: ids.assessmentId, who: opened.start.shown.who, ...result }
  await opened.ports.keeper.forget(ids.userId, ids.assessmentId)
  stop()
  await goOn(opened)
}

async function goOn(opened: Opened): Promise<void> {
  const { start, work, ports } = opened
  opened.phase = 'completing'
  ports.changed()
  const { goesOn, locale } = start
  if (!goesOn) return goOff(opened, `${start.exercise.queuePath}?done=completed`)
  const ask = () => ports.calls.next(work.ids, { goesOn, locale, teaches: start.may.restart })
  const first = await ask()
  // The boundary answers a repeated request with the claim that it made before.
  const answer = first.kind === 'away' ? await ask() : first
  if (answer.kind !== 'ok') {
    opened.phase = 'between'
    opened.stop = 'no-next'
    return ports.changed()
  }
  if ('to' in answer.value) return goOff(opened, answer.value.to)
  await show(opened, readStart(answer.value.start))
}

async function show(opened: Opened, start: GradingStart): Promise<void> {
  const { ports } = opened
  opened.isSecondTab = !(await ports.takeTab(start))
  const kept = opened.isSecondTab ? null : await ports.keeper.kept(start.userId, start.assessment.id)
  opened.start = start
  openDocuments(opened, kept && readTyped(kept))
  opened.removed = null
  opened.savedAt = null
  opened.leaseEndsAt = leaseEndOf(start)
  opened.phase = 'grading'
  opened.stop = null
  opened.issues = []
  ports.opened(start)
  ports.changed()
}

/** Leaves an assessment that is not completed, once all of it is on the server. */
export async function leave(opened: Opened, how: Leaving, note: string): Promise<void> {
  if (!isOpen(opened)) return
  const { start, work, ports } = opened
  opened.note = note
  opened.phase = how
  opened.stop = null
  ports.changed()
  const isGone = start.assessment.gone
  const half = isGone ? [] : unfinishedFields(work.base(), work.fields())
  if (half.length > 0) return stay(opened, 'gaps', half)
  if (!isOnServer(await work.flush()) && !isGone) return stay(opened, 'unsaved', work.issues())
  const answer = await ports.calls.leave(work.ids, how, note)
  if (answer.kind === 'refused') return stay(opened, 'gaps', answer.issues)
  if (answer.kind !== 'ok' && answer.kind !== 'lost') return stay(opened, 'not-left')
  goOff(opened, `${start.exercise.queuePath}?done=${how}`)
}
