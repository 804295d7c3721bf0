import { changedPaths, type Fields, sameFields, withPathsOf } from './fields.ts'
import { mergeFields, unitOf } from './merge-fields.ts'
import { remembered } from './remembered.ts'

export interface Copy {
  readonly revision: number
  readonly fields: Fields
}

interface Issue {
  readonly path: string
  readonly code: string
}

/** `stale`: somebody else changed a part of it; `away`: nobody knows whether it arrived; `lost`: the document may not be written now. */
export type SaveAnswer =
  | { readonly kind: 'saved'; readonly revision: number }
  | { readonly kind: 'stale' | 'away' | 'lost' | 'signed-out' | 'other-person' }
  | { readonly kind: 'refused'; readonly issues: readonly Issue[] }

export type Reading =
  | { readonly kind: 'read'; readonly copy: Copy }
  | { readonly kind: 'away' | 'lost' | 'signed-out' | 'other-person' }

/** One document, whose ids never change. */
export interface SavedDocument<Patch> {
  /** What can be sent: unfinished fields are as in `base`. */
  readonly wholeOf: (base: Fields, mine: Fields) => Fields
  readonly patchOf: (base: Fields, whole: Fields) => Patch | null
  readonly send: (patch: Patch, base: number) => Promise<SaveAnswer>
  readonly read: () => Promise<Reading>
  /** Called when a save that was not answered turns out to have arrived. */
  readonly arrived?: () => void
}

/** `unfinished`: all that can be saved is saved, and half of something is left. */
export type SaveState = 'saved' | 'unfinished' | 'unsaved' | 'saving' | 'conflict' | SaveProblem
type SaveProblem = 'away' | 'lost' | 'signed-out' | 'other-person' | 'refused'

export interface Saver {
  readonly state: () => SaveState
  readonly base: () => Copy
  readonly mine: () => Fields
  /** The paths that both sides changed, each to something else. */
  readonly conflicts: () => readonly string[]
  readonly issues: () => readonly Issue[]
  readonly change: (mine: Fields) => void
  /** Settles the conflict of some paths by taking theirs, or by keeping mine. */
  readonly settle: (paths: readonly string[], by: 'mine' | 'theirs') => void
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

/** Saves one document, one save at a time. Texts are never merged by guessing: what both sides changed waits for the person. */
export function createSaver<Patch>(
  document: SavedDocument<Patch>,
  { copy, typed }: { readonly copy: Copy; readonly typed?: Typed },
  onChange: () => void,
): Saver {
  let base = copy
  let mine = copy.fields
  let sent: Fields | null = null
  let conflicts: readonly string[] = []
  let issues: readonly Issue[] = []
  let problem: SaveProblem | null = null
  let running: Promise<void> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let firstChangeAt: number | null = null
  let waitMs = timing.againMs
  /** Whether somebody else saved since `base`. A save based on a revision that was not read would overwrite in silence. */
  let isBehind = false
  let isStopped = false

  /** What both sides changed is not sent until it is settled. */
  const wholeOf = (from: Fields, own: Fields, unsettled: readonly string[]): Fields =>
    document.wholeOf(from, withPathsOf(own, unitsOf(unsettled, from, own), from))
  const whole = (): Fields => wholeOf(base.fields, mine, conflicts)
  const patchOf = remembered((from: Fields, own: Fields, unsettled: readonly string[]) =>
    document.patchOf(from, wholeOf(from, own, unsettled)),
  )
  const patch = (): Patch | null => patchOf(base.fields, mine, conflicts)
  // With itself as base, every field is whole and written as the server writes it.
  const isWholeIn = remembered((from: Fields, own: Fields, unsettled: readonly string[]) =>
    sameFields(wholeOf(from, own, unsettled), document.wholeOf(own, own)),
  )

  function state(): SaveState {
    if (problem !== null && ended.includes(problem)) return problem
    if (conflicts.length > 0) return 'conflict'
    if (problem !== null) return problem
    if (running !== null) return 'saving'
    if (patch() !== null) return 'unsaved'
    return isWholeIn(base.fields, mine, conflicts) ? 'saved' : 'unfinished'
  }

  function schedule(ms: number): void {
    clearTimeout(timer)
    if (!isStopped) timer = setTimeout(() => void save(), ms)
  }

  function change(next: Fields): void {
    mine = next
    if (problem === 'refused') problem = null
    firstChangeAt ??= Date.now()
    const latest = firstChangeAt + timing.atMostMs - Date.now()
    if (running === null && problem === null) schedule(Math.max(0, Math.min(timing.quietMs, latest)))
    onChange()
  }

  async function save(): Promise<void> {
    clearTimeout(timer)
    if (running !== null) return await running
    running = drain().finally(() => {
      running = null
      if (problem === 'away') {
        schedule(waitMs)
        waitMs = Math.min(waitMs * 2, timing.slowestMs)
      }
      onChange()
    })
    onChange()
    await running
  }

  async function drain(): Promise<void> {
    if ((isBehind || problem === 'away' || problem === 'signed-out') && !(await lookAgain())) return
    for (;;) {
      if (isStopped || problem !== null) return
      const saving = whole()
      const next = document.patchOf(base.fields, saving)
      if (next === null) return
      firstChangeAt = null
      sent = saving
      const answer = await document.send(next, base.revision)
      if (!(await take(answer, saving))) return
      onChange()
    }
  }

  /** Resolves to whether to go on with the next save. */
  async function take(answer: SaveAnswer, saving: Fields): Promise<boolean> {
    if (answer.kind === 'stale') return await lookAgain()
    if (answer.kind === 'saved') {
      if (answer.revision > base.revision + 1) return await lookAgain()
      base = { revision: answer.revision, fields: saving }
      settled()
      return true
    }
    // A field that was mended meanwhile may be right now.
    if (answer.kind === 'refused' && changedPaths(whole(), saving).length > 0) return true
    problem = answer.kind
    issues = answer.kind === 'refused' ? answer.issues : []
    return false
  }

  function settled(): void {
    sent = null
    isBehind = false
    problem = null
    issues = []
    waitMs = timing.againMs
  }

  /** Reads what the server has after a save that may have arrived, and after somebody else's, before anything is sent. */
  async function lookAgain(): Promise<boolean> {
    const reading = await document.read()
    if (reading.kind !== 'read') {
      problem = reading.kind
      return false
    }
    const theirs = reading.copy
    const asked = sent === null ? [] : changedPaths(base.fields, sent)
    const arrived = asked.filter((path) => theirs.fields[path] === sent?.[path])
    if (asked.length > 0 && arrived.length === asked.length) document.arrived?.()
    const known = withPathsOf(base.fields, arrived, theirs.fields)
    const merged = mergeFields(known, mine, theirs.fields)
    base = theirs
    mine = merged.fields
    conflicts = [...new Set([...conflicts, ...merged.conflicts])].filter((path) => mine[path] !== base.fields[path])
    settled()
    return true
  }

  function settle(paths: readonly string[], by: 'mine' | 'theirs'): void {
    const settledPaths = unitsOf(paths, base.fields, mine)
    if (by === 'theirs') mine = withPathsOf(mine, settledPaths, base.fields)
    conflicts = conflicts.filter((path) => !settledPaths.includes(path))
    schedule(0)
    onChange()
  }

  function advance(revision: number): void {
    if (revision <= base.revision) return
    if (revision === base.revision + 1) base = { ...base, revision }
    else isBehind = true
  }

  async function flush(): Promise<SaveState> {
    if (running !== null) await running
    if (problem === 'refused') problem = null
    if (state() !== 'saved') await save()
    return state()
  }

  if (typed !== undefined) {
    const merged = mergeFields(typed.base, typed.mine, copy.fields)
    mine = merged.fields
    conflicts = merged.conflicts
    if (patch() !== null) schedule(timing.quietMs)
  }

  return {
    state,
    base: () => base,
    mine: () => mine,
    conflicts: () => conflicts,
    issues: () => issues,
    change,
    settle,
    flush,
    advance,
    async lookAgain() {
      if (running !== null) await running
      isBehind = true
      await save()
    },
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

/** All paths of the units to which some paths belong. */
function unitsOf(paths: readonly string[], ...copies: readonly Fields[]): string[] {
  if (paths.length === 0) return []
  const units = new Set(paths.map(unitOf))
  const known = new Set([...paths, ...copies.flatMap((copy) => Object.keys(copy))])
  return [...known].filter((path) => units.has(unitOf(path)))
}
