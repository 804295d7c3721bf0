import type { WrittenHistory } from './play-writers.ts'
import type { SentText } from './send-save.ts'
import { thingOf } from './writers-plan.ts'

/**
 * Describes what went wrong in the history of an assessment and its feedback document; empty if nothing did. It knows only what
 * was sent and what can be read now, and not how the service decides:
 *
 * - A text is in the assessment or its history, in the document or its versions, or among the refused saves of its writer,
 * unless the same person later overwrote it, knowing the revision that it made.
 * - No save succeeds over a change of the same part that its writer did not know.
 * - No save on a base is refused as a conflict unless somebody changed the same part since.
 */
export function complaintsAbout(written: WrittenHistory): string[] {
  return [
    ...written.failures,
    ...written.saves.flatMap((save) => [
      ...unexpected(save),
      ...lostTexts(written, save),
      ...lostUpdates(written, save),
      ...needlessConflicts(written, save),
    ]),
  ]
}

const refusals = ['revision_conflict', 'merge_conflict', 'claim_lost', 'not_in_state']

function unexpected(save: SentText): string[] {
  const { status, code = '', revision, isBase, base } = save
  if (status === 204) return !isBase && revision !== base + 1 ? [`${shown(save)}: not the next revision`] : []
  if (!refusals.includes(code)) return [`${shown(save)}: unexpected`]
  return revision === null ? [`${shown(save)}: no current revision in the refusal`] : []
}

function lostTexts(written: WrittenHistory, save: SentText): string[] {
  const { saves, parked } = written
  const { userId, texts } = save
  const kept =
    save.texts[0] !== undefined && thingOf(save.texts[0].part) === 'feedback'
      ? [written.feedback, written.versions]
      : [written.assessment, written.history]
  const found = [...kept, parked[userId] ?? ''].join('\n')
  return texts
    .filter(({ part, text }) => !found.includes(text) && !saves.some((other) => isWrittenOver(save, part, other)))
    .map(({ part, text }) => `${shown(save)}: the text ${text} of ${part} is lost`)
}

/** A save that was sent again because it had no reply may have succeeded the first time, and then have been refused. */
const isWrittenOver = (save: SentText, part: string, other: SentText): boolean =>
  other.userId === save.userId &&
  (isDone(other) || other.isUncertain) &&
  names(other, part) &&
  isDone(save) &&
  other.base >= save.revision

function lostUpdates({ saves }: WrittenHistory, save: SentText): string[] {
  if (!isDone(save)) return []
  const overlooked = saves.filter(
    (other) => isDone(other) && sharesPart(save, other) && other.revision > save.base && other.revision < save.revision,
  )
  return overlooked.map((other) => `${shown(save)}: overlooked ${shown(other)}`)
}

function needlessConflicts({ saves, hasRestart }: WrittenHistory, save: SentText): string[] {
  if (save.code !== 'merge_conflict' || save.isUncertain || hasRestart) return []
  const hasReason = saves.some(
    (other) => sharesPart(save, other) && ((isDone(other) && other.revision > save.base) || other.isUncertain),
  )
  return hasReason ? [] : [`${shown(save)}: nothing of it had changed`]
}

const isDone = (save: SentText): save is SentText & { revision: number } =>
  save.status === 204 && save.revision !== null
const names = ({ texts }: SentText, part: string): boolean => texts.some((text) => text.part === part)
const sharesPart = (one: SentText, other: SentText): boolean =>
  one !== other && one.texts.some(({ part }) => names(other, part))

const shown = ({ userId, texts, base, isBase, status, code, revision }: SentText): string =>
  `save of ${texts.map(({ part }) => part).join('+')} by ${userId} on ${isBase ? 'base' : 'revision'} ${base}, ${code ?? status} → ${revision}`
