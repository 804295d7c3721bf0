import type { Answer } from './ask.ts'
import type { Calls, Ids } from './calls.ts'
import { type Fields, fieldsOfDocument, isWording, together } from './fields.ts'
import type { GradingStart, Holder } from './grading-start.ts'
import { feedbackPatchOf, judgementPatchOf, wholeJudgement, wholeWording } from './patches.ts'
import { remembered } from './remembered.ts'
import type { Standing } from './replies.ts'
import { valueOf } from './typed-values.ts'
import type { Reading, SaveAnswer } from './saved-document.ts'
import { createSaver, type Saver, type SaveState, type Typed } from './saver.ts'

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
  readonly conflicts: () => readonly string[]
  readonly issues: () => readonly { readonly path: string; readonly code: string }[]
  readonly change: (path: string, value: string) => void
  readonly settle: (paths: readonly string[], by: 'mine' | 'theirs') => void
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
  const judgement = judgementSaver(start, sending, options)
  const wording = wordingSaver(start, sending, options, judgement)
  const both = [judgement, wording]
  const saverOf = (path: string): Saver => (isWording(path) ? wording : judgement)
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
    change: (path, value) => changeOne(saverOf(path), path, value),
    settle: (paths, by) => {
      for (const saver of both) {
        const own = paths.filter((path) => saver === saverOf(path))
        if (own.length > 0) saver.settle(own, by)
      }
    },
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

type Own = Pick<OpenWorkOptions, 'typed' | 'onChange'>

function judgementSaver(start: GradingStart, sending: Sending, { typed, onChange }: Own): Saver {
  const { calls, ids } = sending
  return createSaver(
    {
      wholeOf: wholeJudgement,
      patchOf: judgementPatchOf,
      send: (patch, base) =>
        send(
          sending,
          () => calls.saveJudgement(ids, base, patch),
          ({ revision }) => revision,
        ),
      read: () => read(sending, 'judgement'),
      arrived: () => sending.onSaved(sending.sentAt),
    },
    copyOf('judgement', start.assessment.revision, start.fields, typed),
    onChange,
  )
}

/** A save of the feedback moves the revision of the judgement, too. */
function wordingSaver(start: GradingStart, sending: Sending, { typed, onChange }: Own, judgement: Saver): Saver {
  const { calls, ids } = sending
  return createSaver(
    {
      wholeOf: wholeWording,
      patchOf: feedbackPatchOf,
      send: (patch, base) =>
        send(
          sending,
          () => calls.saveWording(ids, base, patch),
          ({ revision, judgementRevision }) => {
            if (judgementRevision !== null) judgement.advance(judgementRevision)
            return revision
          },
        ),
      read: () => read(sending, 'wording'),
      arrived: () => sending.onSaved(sending.sentAt),
    },
    copyOf('wording', start.feedback.revision, start.fields, typed),
    onChange,
  )
}

type DocumentName = 'judgement' | 'wording'

const copyOf = (document: DocumentName, revision: number, fields: Fields, typed: Typed | null) => ({
  copy: { revision, fields: fieldsOfDocument(fields, document) },
  ...(typed && {
    typed: { base: fieldsOfDocument(typed.base, document), mine: fieldsOfDocument(typed.mine, document) },
  }),
})

async function send<Value>(
  sending: Sending,
  call: () => Promise<Answer<Value>>,
  saved: (value: Value) => number,
): Promise<SaveAnswer> {
  const run = sending.isLeft ? (now: () => Promise<SaveAnswer>) => now() : sending.inTurn
  return await run(async () => {
    sending.sentAt = Date.now()
    const answer = await call()
    if (answer.kind === 'lost') await stand(sending)
    if (answer.kind !== 'ok') return answer
    sending.onSaved(sending.sentAt)
    return { kind: 'saved', revision: saved(answer.value) }
  })
}

async function stand(sending: Sending): Promise<Answer<Standing>> {
  const answer = await sending.calls.standing(sending.ids)
  if (answer.kind === 'ok' && !answer.value.isMine) sending.holder = holderOf(answer.value)
  return answer
}

const read = async (sending: Sending, document: DocumentName): Promise<Reading> =>
  readingOf(await stand(sending), document)

function changeOne(saver: Saver, path: string, value: string): void {
  const held = valueOf(path, value)
  const mine: Record<string, string> = { ...saver.mine(), [path]: held }
  if (held === '') Reflect.deleteProperty(mine, path)
  saver.change(mine)
}

const holderOf = ({ isCompleted, holder: name, heldUntil: until }: Standing): Holder | null =>
  isCompleted || name === null ? null : { name, until }

function readingOf(answer: Answer<Standing>, document: DocumentName): Reading {
  if (answer.kind === 'ok')
    return answer.value.isMine ? { kind: 'read', copy: answer.value[document] } : { kind: 'lost' }
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
