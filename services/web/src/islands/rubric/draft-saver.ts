import type { GivenRubric } from '@course-grading/domain/rubrics/given-rubric'
import type { Answer } from '../grading/ask.ts'
import type { DraftKeeper } from './draft-keeper.ts'
import type { EditorState } from './editor-state.ts'
import { findingsIn } from './findings.ts'
import type { RubricStart } from './rubric-start.ts'
import { givenRubric } from './typed-rubric.ts'

/** `kept`: in the browser alone, with so many things to mend, or 0 while it waits to be saved. */
export type DraftStatus =
  | { readonly kind: 'saved' | 'saving' | 'offline' | 'conflict' }
  | { readonly kind: 'kept'; readonly count: number }

interface DraftSaverDeps {
  readonly save: (document: GivenRubric, revision: number) => Promise<Answer<{ readonly revision: number }>>
  readonly keeper: DraftKeeper
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
}

const delayMs = 2_000

export const keyOf = ({ userId, path }: Pick<RubricStart, 'userId' | 'path'>): string => `${userId} ${path}`

/** Keeps each change in the browser, and saves it once nothing is to be mended; one save at a time. */
export function createDraftSaver(start: RubricStart, deps: DraftSaverDeps): DraftSaver {
  const { save, keeper, now, changed, said } = deps
  const key = keyOf(start)
  let { state, revision } = start
  let status: DraftStatus = { kind: 'saved' }
  let timer: ReturnType<typeof setTimeout> | undefined
  let saving: Promise<void> | null = null

  function become(next: DraftStatus): void {
    status = next
    changed()
  }

  function later(): void {
    clearTimeout(timer)
    timer = setTimeout(() => void saveNow(), delayMs)
  }

  async function saveOnce(): Promise<void> {
    if (status.kind === 'saved' || status.kind === 'conflict') return
    const sent = state
    const { length: count } = findingsIn(sent.rubric, start.languages)
    if (count > 0) return become({ kind: 'kept', count })
    become({ kind: 'saving' })
    const answer = await save(givenRubric(sent.rubric), revision)
    if (answer.kind === 'ok') {
      ;({ revision } = answer.value)
      if (state.rubric !== sent.rubric) {
        await keeper.keep(key, { revision, state, keptAt: now() })
        become({ kind: 'kept', count: 0 })
        return later()
      }
      await keeper.forget(key)
      return become({ kind: 'saved' })
    }
    become(statusAfter(answer))
  }

  async function saveNow(): Promise<void> {
    clearTimeout(timer)
    await saving
    await (saving = saveOnce())
  }

  return {
    edit: (next) => {
      const isSame = next.rubric === state.rubric
      state = next
      if (isSame) return
      void keeper.keep(key, { revision, state, keptAt: now() })
      if (status.kind === 'conflict') return said()
      status = { kind: 'kept', count: 0 }
      later()
      said()
    },
    saveNow,
    status: () => status,
    revision: () => revision,
  }
}

/** What the boundary refuses is said by the form, which its button sends. */
function statusAfter(answer: Exclude<Answer<unknown>, { readonly kind: 'ok' }>): DraftStatus {
  if (answer.kind === 'stale') return { kind: 'conflict' }
  return answer.kind === 'refused' ? { kind: 'kept', count: answer.issues.length } : { kind: 'offline' }
}
