import type { Answer } from '../grading/ask.ts'
import { together } from '../grading/fields.ts'
import type { KeptWork } from '../grading/kept-work.ts'
import { mergeFields } from '../grading/merge-fields.ts'
import {
  emptiedAnnotations,
  feedbackPatchOf,
  judgementPatchOf,
  wholeJudgement,
  wholeWording,
} from '../grading/patches.ts'
import { fromNames, readTyped } from '../grading/read-fields.ts'
import type { Standing } from '../grading/replies.ts'
import type { SaveCalls } from '../grading/save-calls.ts'
import { sameFields, withUnitsOf } from '../grading/units.ts'

/** `conflict`: somebody else changed a part; `unfinished`: some cannot be saved as it is, as half an adjustment; `later`: no answer, or another person's. */
export type LeftOutcome = 'sent' | 'conflict' | 'lost' | 'unfinished' | 'later'

/** The number of tries, since another save may come between reading and saving: the one that the tab sent as it closed. */
const tries = 3

export interface SentLeft {
  readonly outcome: LeftOutcome
  /** Who handed it in, as the server names them now: by then the exercise may be anonymous. Empty where it did not say. */
  readonly who: string
}

/** Saves what a tab left. What the server has is read first, since the tab's last save may have arrived. */
export async function sendLeft(kept: KeptWork, calls: SaveCalls): Promise<SentLeft> {
  let who = ''
  for (let left = tries; left > 0; left -= 1) {
    const standing = await calls.standing(kept)
    if (standing.kind === 'ok') who = standing.value.who
    const outcome = standing.kind === 'ok' ? await sendOver(standing.value, kept, calls) : outcomeOf(standing.kind)
    if (outcome !== 'stale') return { outcome, who }
  }
  return { outcome: 'conflict', who }
}

async function sendOver(standing: Standing, kept: KeptWork, calls: SaveCalls): Promise<LeftOutcome | 'stale'> {
  const { judgement, wording, isMine } = standing
  const theirs = together(fromNames(judgement.fields), fromNames(wording.fields))
  const { base, mine: typed } = readTyped(kept)
  const { fields, conflicts } = mergeFields(base, typed, theirs)
  const mine = wholeWording(theirs, fields)
  const isWhole = emptiedAnnotations(theirs, fields).length === 0
  if (sameFields(mine, theirs) && isWhole) return 'sent'
  if (!isMine) return 'lost'
  const whole = wholeJudgement(theirs, withUnitsOf(mine, conflicts, theirs))
  const judgementPatch = judgementPatchOf(theirs, whole)
  const wordingPatch = feedbackPatchOf(theirs, whole)
  const answers = [
    judgementPatch && (await calls.saveJudgement(kept, judgement.revision, judgementPatch)),
    wordingPatch && (await calls.saveWording(kept, wording.revision, wordingPatch)),
  ]
  const refusal = answers.find((answer) => answer !== null && answer.kind !== 'ok')
  if (refusal) return outcomeOf(refusal.kind)
  if (conflicts.length > 0) return 'conflict'
  return isWhole && sameFields(whole, mine) ? 'sent' : 'unfinished'
}

function outcomeOf(kind: Answer<unknown>['kind']): LeftOutcome | 'stale' {
  if (kind === 'lost' || kind === 'stale') return kind
  return kind === 'refused' ? 'unfinished' : 'later'
}
