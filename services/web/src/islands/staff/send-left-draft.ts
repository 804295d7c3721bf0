import { type KeptDraft, postDraft, readKept } from '../rubric/kept-draft.ts'
import { givenRubric } from '../rubric/typed-rubric.ts'
import type { LeftOutcome } from './send-left.ts'

/** Saves what a tab left of a rubric. What its last save had brought already is no conflict, since the server compares both. */
export async function sendLeftDraft(kept: KeptDraft): Promise<LeftOutcome> {
  const { kind } = await postDraft(kept, givenRubric(readKept(kept).rubric), kept.revision)
  if (kind === 'ok') return 'sent'
  if (kind === 'stale') return 'conflict'
  return kind === 'refused' || kind === 'lost' ? 'unfinished' : 'later'
}
