import type { Answer } from './ask.ts'
import type { Calls, Ids } from './calls.ts'
import { type Change, type Fields, judgementOf, together, wordingOf } from './fields.ts'
import type { GradingStart, Holder } from './grading-start.ts'
import {
  type FeedbackPatch,
  feedbackPatchOf,
  type JudgementPatch,
  judgementPatchOf,
  wholeJudgement,
  wholeWording,
} from './patches.ts'
import { fromNames } from './read-fields.ts'
import { remembered } from './remembered.ts'
import type { SavedJudgement, Standing } from './replies.ts'
import type { Reading, SaveAnswer, SavedDocument } from './saved-document.ts'
import { createSaver, type Saver, type SaveState, type Typed } from './saver.ts'
import type { Unit } from './units.ts'

/** The two documents of one assessment, each with its own saver. The ids never change. */
export interface OpenWork {
  readonly ids: Ids
  readonly fields: () => Fields
  /** What the server has. */
  readonly base: () => Fields
  readonly revision: () => number
  readonly revisions: () => { readonly judgement: number; readonly wording: number }
  readonly save: () => SaveState
  /** The person who holds the assessment instead, as far as is known. */
  readonly holder: () => Holder | null
  readonly conflicts: () => readonly Unit[]
  readonly issues: () => readonly { readonly path: string; readonly code: string }[]
  readonly change: (change: Change) => void
  readonly settle: (unit: Unit, by: 'mine' | 'theirs') => void
  readonly flush: () => Promise<SaveState>
  /** Sends both documents side by side: there is no time for one after the other. */
  readonly flushAtOnce: () => void
  /** Reads what the server has, since somebody else changed it. */
  readonly lookAgain: () => Promise<void>
  readonly stop: () => void
}

/** The worse of two states comes first. */
const severity: readonly SaveState[] = [
  'other-person',
  'lost',
  'signed-out',
  'conflict',
  'refused',
  'away',
  'saving',
  'unsaved',
  'unfinished',
  'saved',
]

interface OpenWorkOptions {
  readonly calls: Calls
  readonly typed: Typed | null
  readonly onChange: () => void
  /** The lease begins again with a save, at the time when it was sent. */
  readonly onSaved: (sentAt: number) => void
}

/** What the savers of one assessment share. */
interface Sending extends Omit<OpenWorkOptions, 'typed' | 'onChange'> {
  readonly ids: Ids
  readonly inTurn: ReturnType<typeof createTurns>
  isLeft: boolean
  holder: Holder | null
  sentAt: number
}

export function openWork(start: GradingStart, options: OpenWorkOptions): OpenWork {
  const { assessment, feedback, userId } = start
  const { courseId, exerciseId, submissionId } = assessment
  const ids: Ids = { userId, assessmentId: assessment.id, feedbackId: feedback.id, courseId, exerciseId, submissionId }
  const sending: Sending = { ...options, ids, inTurn: createTurns(), isLeft: false, holder: null, sentAt: 0 }
  const judgement = documentSaver(judgementDocument(start, sending), sending, start, options)
  const wording = documentSaver(wordingDocument(start, sending, judgement), sending, start, options)
  const both = [judgement, wording]
  const save = (): SaveState => {
    const states = both.map((saver) => saver.state())
    return severity.find((state) => states.includes(state)) ?? 'saved'
  }
  const [mineOf, baseOf] = [remembered(together), remembered(together)]
  return {
    ids,
    fields: () => mineOf(judgement.mine(), wording.mine()),
    base: () => baseOf(judgement.base().fields, wording.base().fields),
    revision: () => judgement.base().revision,
    revisions: () => ({ judgement: judgement.base().revision, wording: wording.base().revision }),
    save,
    holder: () => sending.holder,
    conflicts: () => both.flatMap((saver) => saver.conflicts()),
    issues: () => both.flatMap((saver) => saver.issues()),
    change: (change) => changeBoth(judgement, wording, change, options.onChange),
    settle: (unit, by) => (unit.of === 'body' || unit.of === 'annotation' ? wording : judgement).settle(unit, by),
    async flush() {
      await judgement.flush()
      await wording.flush()
      return save()
    },
    flushAtOnce() {
      sending.isLeft = true
      for (const saver of both) void saver.flush()
      sending.isLeft = false
    },
    async lookAgain() {
      for (const saver of both) await saver.lookAgain()
    },
    stop: () => both.forEach((saver) => saver.stop()),
  }
}

type DocumentName = 'judgement' | 'wording'

/** What one of the two documents differs in. */
interface OwnDocument<Patch> extends Pick<SavedDocument<Patch>, 'wholeOf' | 'patchOf'> {
  readonly name: DocumentName
  readonly revision: number
  readonly partOf: (fields: Fields) => Fields
  readonly call: (base: number, patch: Patch) => Promise<Answer<SavedJudgement>>
}

const judgementDocument = ({ assessment }: GradingStart, { calls, ids }: Sending): OwnDocument<JudgementPatch> => ({
  name: 'judgement',
  revision: assessment.revision,
  partOf: judgementOf,
  wholeOf: wholeJudgement,
  patchOf: judgementPatchOf,
  call: (base, patch) => calls.saveJudgement(ids, base, patch),
})

/** A save of the feedback moves the revision of the judgement, too. */
const wordingDocument = (
  { feedback }: GradingStart,
  { calls, ids }: Sending,
  judgement: Saver,
): OwnDocument<FeedbackPatch> => ({
  name: 'wording',
  revision: feedback.revision,
  partOf: wordingOf,
  wholeOf: wholeWording,
  patchOf: feedbackPatchOf,
  call: async (base, patch) => {
    const answer = await calls.saveWording(ids, base, patch)
    if (answer.kind === 'ok' && answer.value.judgementRevision !== null)
      judgement.advance(answer.value.judgementRevision)
    return answer
  },
})

function documentSaver<Patch>(
  { name, revision, partOf, wholeOf, patchOf, call }: OwnDocument<Patch>,
  sending: Sending,
  { fields }: GradingStart,
  { typed, onChange }: Pick<OpenWorkOptions, 'typed' | 'onChange'>,
): Saver {
  return createSaver(
    {
      wholeOf,
      patchOf,
      send: (patch, base) => send(sending, () => call(base, patch)),
      read: async () => readingOf(await stand(sending), name),
      arrived: () => sending.onSaved(sending.sentAt),
    },
    {
      copy: { revision, fields: partOf(fields) },
      ...(typed && { typed: { base: partOf(typed.base), mine: partOf(typed.mine) } }),
    },
    onChange,
  )
}

async function send(sending: Sending, call: () => Promise<Answer<SavedJudgement>>): Promise<SaveAnswer> {
  const run = sending.isLeft ? (now: () => Promise<SaveAnswer>) => now() : sending.inTurn
  return await run(async () => {
    sending.sentAt = Date.now()
    const answer = await call()
    if (answer.kind === 'lost') await stand(sending)
    if (answer.kind !== 'ok') return answer
    sending.onSaved(sending.sentAt)
    return { kind: 'saved', revision: answer.value.revision }
  })
}

async function stand(sending: Sending): Promise<Answer<Standing>> {
  const answer = await sending.calls.standing(sending.ids)
  if (answer.kind === 'ok' && !answer.value.isMine) sending.holder = holderOf(answer.value)
  return answer
}

/** Changes the document whose part has changed. */
function changeBoth(judgement: Saver, wording: Saver, change: Change, onChange: () => void): void {
  const now = together(judgement.mine(), wording.mine())
  const next = change(now)
  const isWording = next.body !== now.body || next.annotations !== now.annotations
  const isJudgement = next.scores !== now.scores || next.adjustment !== now.adjustment || next.note !== now.note
  if (isJudgement) judgement.change(judgementOf(next))
  if (isWording) wording.change(wordingOf(next))
  // A field is drawn again where its text is held as it was.
  if (!isJudgement && !isWording) onChange()
}

const holderOf = ({ isCompleted, holder: name, heldUntil: until }: Standing): Holder | null =>
  isCompleted || name === null ? null : { name, until }

function readingOf(answer: Answer<Standing>, document: DocumentName): Reading {
  if (answer.kind === 'ok') {
    const { revision, fields } = answer.value[document]
    return answer.value.isMine ? { kind: 'read', copy: { revision, fields: fromNames(fields) } } : { kind: 'lost' }
  }
  return answer.kind === 'refused' || answer.kind === 'stale' ? { kind: 'away' } : { kind: answer.kind }
}

/** Runs functions one after the other, in the order of the calls. */
function createTurns(): <Value>(work: () => Promise<Value>) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = last.then(work)
    last = turn.catch(() => {})
    return turn
  }
}
