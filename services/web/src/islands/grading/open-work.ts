import type { Answer } from './ask.ts'
import type { Calls, Ids } from './calls.ts'
import { type Fields, fieldsOfDocument, isWording, together } from './fields.ts'
import type { GradingStart, Holder } from './grading-start.ts'
import { feedbackPatchOf, judgementPatchOf, wholeJudgement, wholeWording } from './patches.ts'
import { remembered } from './remembered.ts'
import type { Standing } from './replies.ts'
import { valueOf } from './typed-values.ts'
import { createSaver, type Reading, type SaveAnswer, type Saver, type SaveState, type Typed } from './saver.ts'

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

export function openWork(start: GradingStart, { calls, typed, onChange, onSaved }: OpenWorkOptions): OpenWork {
  const { assessment, feedback, userId } = start
  const { courseId, exerciseId, submissionId } = assessment
  const ids: Ids = { userId, assessmentId: assessment.id, feedbackId: feedback.id, courseId, exerciseId, submissionId }
  const inTurn = createTurns()
  let isLeft = false
  let holder: Holder | null = null
  let sentAt = 0
  const typedIn = (document: 'judgement' | 'wording') =>
    typed && { base: fieldsOfDocument(typed.base, document), mine: fieldsOfDocument(typed.mine, document) }
  const copyOf = (document: 'judgement' | 'wording', revision: number) => {
    const own = typedIn(document)
    return { copy: { revision, fields: fieldsOfDocument(start.fields, document) }, ...(own && { typed: own }) }
  }

  async function send<Value>(call: () => Promise<Answer<Value>>, saved: (value: Value) => number): Promise<SaveAnswer> {
    const run = isLeft ? (now: () => Promise<SaveAnswer>) => now() : inTurn
    return await run(async () => {
      sentAt = Date.now()
      const answer = await call()
      if (answer.kind === 'lost') await stand()
      if (answer.kind !== 'ok') return answer
      onSaved(sentAt)
      return { kind: 'saved', revision: saved(answer.value) }
    })
  }
  async function stand(): Promise<Answer<Standing>> {
    const answer = await calls.standing(ids)
    if (answer.kind === 'ok' && !answer.value.isMine) holder = holderOf(answer.value)
    return answer
  }
  const read = async (document: 'judgement' | 'wording'): Promise<Reading> => readingOf(await stand(), document)

  const judgement: Saver = createSaver(
    {
      wholeOf: wholeJudgement,
      patchOf: judgementPatchOf,
      send: (patch, base) =>
        send(
          () => calls.saveJudgement(ids, base, patch),
          ({ revision }) => revision,
        ),
      read: () => read('judgement'),
      arrived: () => onSaved(sentAt),
    },
    copyOf('judgement', assessment.revision),
    onChange,
  )
  const wording: Saver = createSaver(
    {
      wholeOf: wholeWording,
      patchOf: feedbackPatchOf,
      send: (patch, base) =>
        send(
          () => calls.saveWording(ids, base, patch),
          ({ revision, judgementRevision }) => {
            if (judgementRevision !== null) judgement.advance(judgementRevision)
            return revision
          },
        ),
      read: () => read('wording'),
      arrived: () => onSaved(sentAt),
    },
    copyOf('wording', feedback.revision),
    onChange,
  )
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
    holder: () => holder,
    conflicts: () => both.flatMap((saver) => saver.conflicts()),
    issues: () => both.flatMap((saver) => saver.issues()),
    change(path, value) {
      const saver = saverOf(path)
      const held = valueOf(path, value)
      const mine: Record<string, string> = { ...saver.mine(), [path]: held }
      if (held === '') Reflect.deleteProperty(mine, path)
      saver.change(mine)
    },
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
      isLeft = true
      for (const saver of both) void saver.flush()
      isLeft = false
    },
    async lookAgain() {
      for (const saver of both) await saver.lookAgain()
    },
    stop: () => both.forEach((saver) => saver.stop()),
  }
}

const holderOf = ({ isCompleted, holder: name, heldUntil: until }: Standing): Holder | null =>
  isCompleted || name === null ? null : { name, until }

function readingOf(answer: Answer<Standing>, document: 'judgement' | 'wording'): Reading {
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
