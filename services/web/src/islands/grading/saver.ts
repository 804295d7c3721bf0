import type { Fields } from './fields.ts'
import { mergeFields, withArrived } from './merge-fields.ts'
import type { Issue } from './issue.ts'
import { remembered } from './remembered.ts'
import type { Copy, SaveAnswer, SavedDocument } from './saved-document.ts'
import { changedUnits, keyOf, sameFields, sharing, type Unit, withUnitsOf } from './units.ts'

/** `unfinished`: all that can be saved is saved, and half of something is left. */
export type SaveState = 'saved' | 'unfinished' | 'unsaved' | 'saving' | 'conflict' | SaveProblem
type SaveProblem = 'away' | 'lost' | 'signed-out' | 'other-person' | 'refused'

export interface Saver {
  readonly state: () => SaveState
  readonly base: () => Copy
  readonly mine: () => Fields
  /** The units that both sides changed, each to something else. */
  readonly conflicts: () => readonly Unit[]
  readonly issues: () => readonly Issue[]
  readonly change: (mine: Fields) => void
  /** Settles the conflict of a unit by taking theirs, or by keeping mine. */
  readonly settle: (unit: Unit, by: 'mine' | 'theirs') => void
  /** Saves now. Resolves to `saved`, or to the state that says why not all is saved. */
  readonly flush: () => Promise<SaveState>
  /** Reads what the server has before anything else is sent. */
  readonly lookAgain: () => Promise<void>
  /** A save of the other document has moved this one to the given revision. */
  readonly advance: (revision: number) => void
  readonly stop: () => void
}

/** What was typed before, and from what: in a form without its script, or in a work that the browser kept. */
export interface Typed {
  readonly base: Fields
  readonly mine: Fields
}

interface Timing {
  /** Milliseconds after the last change. */
  readonly quietMs: number
  /** Milliseconds after the first change, however long somebody types. */
  readonly atMostMs: number
  /** Milliseconds between tries while the server is away, doubled up to `slowestMs`. */
  readonly againMs: number
  readonly slowestMs: number
}

const timing: Timing = { quietMs: 1_000, atMostMs: 10_000, againMs: 1_000, slowestMs: 15_000 }

const ended: readonly SaveState[] = ['lost', 'other-person']

/** What a saver knows of its document. */
interface Saving<Patch> {
  readonly document: SavedDocument<Patch>
  readonly onChange: () => void
  base: Copy
  mine: Fields
  /** What was sent last, while nobody knows whether it arrived. */
  sent: Fields | null
  conflicts: readonly Unit[]
  issues: readonly Issue[]
  problem: SaveProblem | null
  running: Promise<void> | null
  timer: ReturnType<typeof setTimeout> | undefined
  firstChangeAt: number | null
  waitMs: number
  /** Whether somebody else saved since `base`. A save based on a revision that was not read would overwrite in silence. */
  isBehind: boolean
  isStopped: boolean
  /** What is sent next: null where nothing can be. */
  readonly patchOf: (from: Fields, own: Fields, unsettled: readonly Unit[]) => Patch | null
  /** Whether all of it can be sent. */
  readonly isWholeIn: (from: Fields, own: Fields, unsettled: readonly Unit[]) => boolean
}

/** Saves one document, one save at a time. Texts are never merged by guessing: what both sides changed waits for the person. */
export function createSaver<Patch>(
  document: SavedDocument<Patch>,
  { copy, typed }: { readonly copy: Copy; readonly typed?: Typed },
  onChange: () => void,
): Saver {
  const merged = typed && mergeFields(typed.base, typed.mine, copy.fields)
  const saving: Saving<Patch> = {
    document,
    onChange,
    base: copy,
    mine: merged?.fields ?? copy.fields,
    sent: null,
    conflicts: merged?.conflicts ?? [],
    issues: [],
    problem: null,
    running: null,
    timer: undefined,
    firstChangeAt: null,
    waitMs: timing.againMs,
    isBehind: false,
    isStopped: false,
    patchOf: remembered((from, own, unsettled) => document.patchOf(from, wholeOf(document, from, own, unsettled))),
    isWholeIn: remembered((from, own, unsettled) => sameFields(wholeOf(document, from, own, unsettled), own)),
  }
  if (typed !== undefined && patchNow(saving) !== null) schedule(saving, timing.quietMs)
  return {
    state: () => stateOf(saving),
    base: () => saving.base,
    mine: () => saving.mine,
    conflicts: () => saving.conflicts,
    issues: () => saving.issues,
    change: (mine) => change(saving, mine),
    settle: (unit, by) => settle(saving, unit, by),
    flush: () => flush(saving),
    advance: (revision) => advance(saving, revision),
    lookAgain: () => saveOnceRead(saving),
    stop: () => {
      saving.isStopped = true
      clearTimeout(saving.timer)
    },
  }
}

/** What both sides changed is not sent until it is settled. */
const wholeOf = <Patch>(
  document: SavedDocument<Patch>,
  from: Fields,
  own: Fields,
  unsettled: readonly Unit[],
): Fields => document.wholeOf(from, withUnitsOf(own, unsettled, from))

const wholeNow = <Patch>({ document, base, mine, conflicts }: Saving<Patch>): Fields =>
  wholeOf(document, base.fields, mine, conflicts)

const patchNow = <Patch>({ patchOf, base, mine, conflicts }: Saving<Patch>): Patch | null =>
  patchOf(base.fields, mine, conflicts)

function stateOf<Patch>(saving: Saving<Patch>): SaveState {
  const { base, mine, conflicts, problem, running, isWholeIn } = saving
  if (problem !== null && ended.includes(problem)) return problem
  if (conflicts.length > 0) return 'conflict'
  if (problem !== null) return problem
  if (running !== null) return 'saving'
  if (patchNow(saving) !== null) return 'unsaved'
  return isWholeIn(base.fields, mine, conflicts) ? 'saved' : 'unfinished'
}

function schedule<Patch>(saving: Saving<Patch>, ms: number): void {
  clearTimeout(saving.timer)
  if (!saving.isStopped) saving.timer = setTimeout(() => void save(saving), ms)
}

function change<Patch>(saving: Saving<Patch>, mine: Fields): void {
  saving.mine = mine
  if (saving.problem === 'refused') saving.problem = null
  saving.firstChangeAt ??= Date.now()
  const latest = saving.firstChangeAt + timing.atMostMs - Date.now()
  if (saving.running === null && saving.problem === null)
    schedule(saving, Math.max(0, Math.min(timing.quietMs, latest)))
  saving.onChange()
}

async function save<Patch>(saving: Saving<Patch>): Promise<void> {
  clearTimeout(saving.timer)
  if (saving.running !== null) return await saving.running
  saving.running = drain(saving).finally(() => {
    saving.running = null
    if (saving.problem === 'away') {
      schedule(saving, saving.waitMs)
      saving.waitMs = Math.min(saving.waitMs * 2, timing.slowestMs)
    }
    saving.onChange()
  })
  saving.onChange()
  await saving.running
}

async function drain<Patch>(saving: Saving<Patch>): Promise<void> {
  const { document } = saving
  const isUnsure = saving.isBehind || saving.problem === 'away' || saving.problem === 'signed-out'
  if (isUnsure && !(await lookAgain(saving))) return
  for (;;) {
    if (saving.isStopped || saving.problem !== null) return
    const whole = wholeNow(saving)
    const patch = document.patchOf(saving.base.fields, whole)
    if (patch === null) return
    saving.firstChangeAt = null
    saving.sent = whole
    const answer = await document.send(patch, saving.base.revision)
    if (!(await take(saving, answer, whole))) return
    saving.onChange()
  }
}

/** Resolves to whether to go on with the next save. */
async function take<Patch>(saving: Saving<Patch>, answer: SaveAnswer, sent: Fields): Promise<boolean> {
  if (answer.kind === 'stale') return await lookAgain(saving)
  if (answer.kind === 'saved') {
    if (answer.revision > saving.base.revision + 1) return await lookAgain(saving)
    saving.base = { revision: answer.revision, fields: sent }
    settled(saving)
    return true
  }
  // A field that was mended meanwhile may be right now.
  if (answer.kind === 'refused' && !sameFields(wholeNow(saving), sent)) return true
  saving.problem = answer.kind
  saving.issues = answer.kind === 'refused' ? answer.issues : []
  return false
}

function settled<Patch>(saving: Saving<Patch>): void {
  saving.sent = null
  saving.isBehind = false
  saving.problem = null
  saving.issues = []
  saving.waitMs = timing.againMs
}

/** Reads what the server has after a save that may have arrived, and after somebody else's, before anything is sent. */
async function lookAgain<Patch>(saving: Saving<Patch>): Promise<boolean> {
  const { document } = saving
  const reading = await document.read()
  if (reading.kind !== 'read') {
    saving.problem = reading.kind
    return false
  }
  const { base, mine, sent } = saving
  const { revision, fields } = reading.copy
  const theirs = sharing(base.fields, fields)
  const known = sent === null ? base.fields : withArrived(base.fields, sent, theirs)
  if (sent !== null && !sameFields(base.fields, sent) && sameFields(known, sent)) document.arrived?.()
  const merged = mergeFields(known, mine, theirs)
  const differing = new Set(changedUnits(merged.fields, theirs).map(keyOf))
  saving.base = { revision, fields: theirs }
  saving.mine = merged.fields
  saving.conflicts = [...without(saving.conflicts, merged.conflicts), ...merged.conflicts].filter((unit) =>
    differing.has(keyOf(unit)),
  )
  settled(saving)
  return true
}

async function saveOnceRead<Patch>(saving: Saving<Patch>): Promise<void> {
  if (saving.running !== null) await saving.running
  saving.isBehind = true
  await save(saving)
}

function settle<Patch>(saving: Saving<Patch>, unit: Unit, by: 'mine' | 'theirs'): void {
  if (by === 'theirs') saving.mine = withUnitsOf(saving.mine, [unit], saving.base.fields)
  saving.conflicts = without(saving.conflicts, [unit])
  schedule(saving, 0)
  saving.onChange()
}

function advance<Patch>(saving: Saving<Patch>, revision: number): void {
  const { base } = saving
  if (revision <= base.revision) return
  if (revision === base.revision + 1) saving.base = { ...base, revision }
  else saving.isBehind = true
}

async function flush<Patch>(saving: Saving<Patch>): Promise<SaveState> {
  if (saving.running !== null) await saving.running
  if (saving.problem === 'refused') saving.problem = null
  if (stateOf(saving) !== 'saved') await save(saving)
  return stateOf(saving)
}

function without(units: readonly Unit[], others: readonly Unit[]): Unit[] {
  const keys = new Set(others.map(keyOf))
  return units.filter((unit) => !keys.has(keyOf(unit)))
}
