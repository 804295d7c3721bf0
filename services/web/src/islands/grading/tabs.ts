import { together } from './fields.ts'
import type { GradingStart } from './grading-start.ts'
import { keepUnsaved, openDocuments, type Opened } from './opened.ts'
import { fromNames, readTyped } from './read-fields.ts'
import type { Standing } from './replies.ts'

/** Another tab writes from now on. This one sends what it can, and nothing after that. */
export async function becomeSecondTab(opened: Opened): Promise<void> {
  opened.isSecondTab = true
  opened.ports.changed()
  await opened.work.flush()
  opened.work.stop()
}

/** This tab writes from now on, from what the server has and the other tab left. */
export async function becomeFirstTab(opened: Opened): Promise<void> {
  const { ids, stop } = opened.work
  const { calls, keeper } = opened.ports
  stop()
  const standing = await calls.standing(ids)
  const kept = await keeper.kept(ids.userId, ids.assessmentId)
  if (standing.kind === 'ok') opened.start = startingFrom(opened.start, standing.value)
  opened.isSecondTab = false
  openDocuments(opened, kept && readTyped(kept))
  if (standing.kind !== 'ok' || !standing.value.isMine) await opened.work.lookAgain()
  keepUnsaved(opened)
}

/** The page's start, with what the server has by now. */
const startingFrom = (start: GradingStart, { judgement, wording }: Standing): GradingStart => ({
  ...start,
  assessment: { ...start.assessment, revision: judgement.revision },
  feedback: { ...start.feedback, revision: wording.revision },
  fields: together(fromNames(judgement.fields), fromNames(wording.fields)),
})
