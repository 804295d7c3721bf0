import type { GivenRubric } from '@course-grading/domain/rubrics/given-rubric'
import type { Answer } from '../grading/ask.ts'
import type { Keeper } from '../kept/keeper.ts'
import type { EditorState } from './editor-state.ts'
import { findingsIn } from './findings.ts'
import { type KeptDraft, keptState } from './kept-draft.ts'
import type { RubricStart } from './rubric-start.ts'
import { givenRubric } from './typed-rubric.ts'

/** `impossible`: such as of an archived rubric. `kept`: in the browser alone, with so many things to mend, or 0 while it waits to be saved. */
export type DraftStatus =
  | { readonly kind: 'saved' | 'saving' | 'offline' | 'conflict' | 'impossible' }
  | { readonly kind: 'kept'; readonly count: number }

interface DraftSaverDeps {
  readonly save: (document: GivenRubric, revision: number) => Promise<Answer<{ readonly revision: number }>>
  readonly keeper: Keeper<KeptDraft>
  readonly now: () => number
  /** After a save, or what kept it from being one. */
  readonly changed: () => void
  /** After each change. */
  readonly said: () => void
}

export interface DraftSaver {
  readonly edit: (state: EditorState) => void
  readonly saveNow: () => Promise<void>
  readonly status: () => DraftStatus
  readonly revision: () => number
  /** Saves what can be saved, and nothing after that, since another tab goes on. */
  readonly stop: () => Promise<void>
}

const delayMs = 2_000
/** After a key was shown, since a large rubric is written for longer than the key may take. */
const shownMs = 50
/** Milliseconds between tries while there is no answer, doubled up to `slowestMs`. */
const againMs = 1_000
const slowestMs = 15_000

/** What a saver knows of its rubric. */
interface Saving {
  readonly start: RubricStart
  readonly deps: DraftSaverDeps
  state: EditorState
  revision: number
  status: DraftStatus
  timer: ReturnType<typeof setTimeout> | undefined
  /** Until what was changed is written into the browser. */
  keeping: ReturnType<typeof setTimeout> | undefined
  running: Promise<void> | null
  waitMs: number
  isStopped: boolean
  /** What was sent last, while nobody knows whether it arrived. */
  unsure: EditorState | null
}

/** Keeps each change in the browser, and saves it once nothing is to be mended; one save at a time. */
export function createDraftSaver(start: RubricStart, deps: DraftSaverDeps): DraftSaver {
  const saving: Saving = {
    start,
    deps,
    state: start.state,
    revision: start.revision,
    status: { kind: 'saved' },
    timer: undefined,
    keeping: undefined,
    running: null,
    waitMs: againMs,
    isStopped: false,
    unsure: null,
  }
  return {
    edit: (state) => edit(saving, state),
    saveNow: () => saveNow(saving),
    status: () => saving.status,
    revision: () => saving.revision,
    stop: async () => {
      saving.isStopped = true
      await saveNow(saving)
    },
  }
}

function keep(saving: Saving): Promise<void> {
  const { start, deps, revision, state } = saving
  const { userId, path, title: who } = start
  stopKeeping(saving)
  return deps.keeper.keep({ userId, path, who, revision, state: keptState(state), keptAt: deps.now() })
}

function forget(saving: Saving): Promise<void> {
  stopKeeping(saving)
  return saving.deps.keeper.forget(saving.start.userId, saving.start.path)
}

function stopKeeping(saving: Saving): void {
  clearTimeout(saving.keeping)
  saving.keeping = undefined
}

function edit(saving: Saving, state: EditorState): void {
  const isSame = state.rubric === saving.state.rubric
  saving.state = state
  if (isSame || saving.isStopped) return
  saving.keeping ??= setTimeout(() => void keep(saving), shownMs)
  // The next try is waited for already, or a person's decision.
  if (saving.unsure === null && saving.status.kind !== 'conflict') {
    saving.status = { kind: 'kept', count: 0 }
    later(saving, delayMs)
  }
  saving.deps.said()
}

function later(saving: Saving, ms: number): void {
  clearTimeout(saving.timer)
  if (!saving.isStopped) saving.timer = setTimeout(() => void saveNow(saving), ms)
}

async function saveNow(saving: Saving): Promise<void> {
  clearTimeout(saving.timer)
  if (saving.keeping !== undefined) await keep(saving)
  await saving.running
  await (saving.running = saveOnce(saving))
}

function become(saving: Saving, status: DraftStatus): void {
  saving.status = status
  saving.deps.changed()
}

async function saveOnce(saving: Saving): Promise<void> {
  const { start, deps, status } = saving
  if (status.kind === 'saved' || status.kind === 'conflict') return
  // Sent again as it was, since the server knows a draft that it has: anything else would be a conflict with oneself.
  const sent = saving.unsure ?? saving.state
  const { length: count } = findingsIn(sent.rubric, start.languages)
  if (count > 0) return become(saving, { kind: 'kept', count })
  become(saving, { kind: 'saving' })
  const answer = await deps.save(givenRubric(sent.rubric), saving.revision)
  saving.unsure = answer.kind === 'away' ? sent : null
  if (answer.kind !== 'ok') return notSaved(saving, answer)
  saving.revision = answer.value.revision
  saving.waitMs = againMs
  if (saving.state.rubric === sent.rubric) {
    await forget(saving)
    return become(saving, { kind: 'saved' })
  }
  await keep(saving)
  become(saving, { kind: 'kept', count: 0 })
  later(saving, delayMs)
}

function notSaved(saving: Saving, answer: NotSaved): void {
  const { waitMs } = saving
  // Once another person has signed in, nothing of this person stays in the browser.
  if (answer.kind === 'other-person') void forget(saving)
  become(saving, statusAfter(answer))
  if (answer.kind !== 'away') return
  later(saving, waitMs)
  saving.waitMs = Math.min(waitMs * 2, slowestMs)
}

type NotSaved = Exclude<Answer<unknown>, { readonly kind: 'ok' }>

/** What the boundary refuses is said by the form, which its button sends. */
function statusAfter(answer: NotSaved): DraftStatus {
  if (answer.kind === 'stale') return { kind: 'conflict' }
  if (answer.kind === 'lost') return { kind: 'impossible' }
  return answer.kind === 'refused' ? { kind: 'kept', count: answer.issues.length } : { kind: 'offline' }
}
