import type { Assessment } from '@course-grading/contracts/assessments/assessment'
import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import type { Answer } from './ask.ts'
import type { Calls } from './calls.ts'
import { fieldsOfAssessment } from './fields.ts'
import type { NamedFields } from './field-names.ts'
import { type GradingStart, sentStart } from './grading-start.ts'
import { idOf, type Kept, type Keeper } from '../kept/keeper.ts'
import type { KeptWork } from './kept-work.ts'
import type { FeedbackPatch, JudgementPatch } from './patches.ts'
import { fromNames, toNames } from './read-fields.ts'
import type { NextReply } from './replies.ts'
import type { SavedIds } from './save-calls.ts'

const assessment = frontendInternal.operations.getAssessment.replies[200].example

/** What a grading page begins with, of a submission by number. */
export function startNumber(number: number, fields: NamedFields = {}): GradingStart {
  const { courseId, exerciseId, rubric, autoPoints, upstreamMaxPoints, attempt, language } = assessment
  return {
    userId: 101,
    locale: 'en',
    assessment: {
      courseId,
      exerciseId,
      rubric,
      autoPoints,
      upstreamMaxPoints,
      attempt,
      language,
      id: `assessment-${number}`,
      submissionId: number,
      revision: 1,
      state: 'in_progress',
      gone: false,
      tagSlugs: [],
      upstream: null,
      postponed: null,
      superseded: false,
      supersededBy: null,
      completedAt: null,
    },
    feedback: { id: `feedback-${number}`, revision: 1, language: 'en', state: 'draft' },
    fields: fromNames(fields),
    shown: {
      who: `Student ${number}`,
      exercise: 'Essay',
      handedInAt: '2026-11-01T10:00:00.000Z',
      holder: null,
      grader: 'Me',
      upstream: null,
    },
    exercise: { isImmediate: false, addsAutoPoints: false, leaseMinutes: 30, queuePath: '/queue' },
    progress: { graded: 0, waiting: 30 },
    leaseLeftS: 1_800,
    whose: 'mine',
    deliveryId: null,
    may: { readHistory: false, restart: false, reveal: false, withdraw: false, publish: false },
    goesOn: true,
  }
}

interface Document {
  revision: number
  judgement: JudgementPatch
  wording: { body: string; revision: number }
  isCompleted: boolean
}

/** A server that answers when and as a test says, and keeps what it was sent by the ids that came with it. */
export class StandInCalls implements Calls {
  readonly documents = new Map<string, Document>()
  readonly log: string[] = []
  delayMs: () => number = () => 0
  /** `after`: done, but the answer is lost. */
  fault: () => 'before' | 'after' | null = () => null
  readonly #count: number

  constructor(count: number) {
    this.#count = count
  }

  of({ assessmentId }: Pick<SavedIds, 'assessmentId'>): Document {
    const known = this.documents.get(assessmentId)
    if (known !== undefined) return known
    const made: Document = { revision: 1, judgement: {}, wording: { body: '', revision: 1 }, isCompleted: false }
    this.documents.set(assessmentId, made)
    return made
  }

  async #answer<Value>(
    name: string,
    ids: SavedIds,
    work: (document: Document) => Answer<Value>,
  ): Promise<Answer<Value>> {
    this.log.push(`${name} ${ids.assessmentId.replace('assessment-', '')}`)
    const fault = this.fault()
    const delayMs = this.delayMs()
    await wait(delayMs)
    if (fault === 'before') return { kind: 'away' }
    const answer = work(this.of(ids))
    await wait(delayMs)
    return fault === 'after' ? { kind: 'away' } : answer
  }

  saveJudgement: Calls['saveJudgement'] = (ids, _base, patch) =>
    this.#answer('judgement', ids, (document) => {
      if (document.isCompleted) return { kind: 'lost' }
      document.revision += 1
      document.judgement = {
        ...document.judgement,
        ...patch,
        scores: { ...document.judgement.scores, ...patch.scores },
      }
      return { kind: 'ok', value: { revision: document.revision } }
    })

  saveWording: Calls['saveWording'] = (ids, _base, { body }: FeedbackPatch) =>
    this.#answer('wording', ids, (document) => {
      if (document.isCompleted) return { kind: 'lost' }
      document.revision += 1
      document.wording = { body: body ?? '', revision: document.wording.revision + 1 }
      return { kind: 'ok', value: { revision: document.wording.revision, judgementRevision: document.revision } }
    })

  standing: Calls['standing'] = (ids) =>
    this.#answer('standing', ids, ({ revision, judgement, wording, isCompleted }) => ({
      kind: 'ok',
      value: {
        judgement: {
          revision,
          fields: toNames(
            fieldsOfAssessment({
              scores: (judgement.scores ?? {}) as Assessment['scores'],
              adjustment: null,
              privateNote: judgement.privateNote ?? '',
            }),
          ),
        },
        wording: { revision: wording.revision, fields: wording.body === '' ? {} : { body: wording.body } },
        who: 'Student 1',
        isMine: !isCompleted,
        isCompleted,
        holder: 'Me',
        heldUntil: null,
      },
    }))

  complete: Calls['complete'] = (ids, revision) =>
    this.#answer('complete', ids, (document) => {
      if (document.revision !== revision && !document.isCompleted) return { kind: 'stale' }
      document.isCompleted = true
      return { kind: 'ok', value: { points: 1, maxPoints: 20 } }
    })

  next: Calls['next'] = (ids) =>
    this.#answer<NextReply>('next', ids, () =>
      ids.submissionId === this.#count
        ? { kind: 'ok', value: { to: '/queue?notice=nothing_left' } }
        : { kind: 'ok', value: { start: sentStart(startNumber(ids.submissionId + 1)) } },
    )

  keepClaim: Calls['keepClaim'] = (ids) => this.#answer('claim', ids, () => ({ kind: 'ok', value: {} }))
  leave: Calls['leave'] = (ids, how) => this.#answer(how, ids, () => ({ kind: 'ok', value: {} }))
  parked: Calls['parked'] = async () => ({ kind: 'ok', value: { hasMore: false, items: [] } })
  snippets: Calls['snippets'] = async () => ({ kind: 'ok', value: { hasMore: false, items: [] } })
  preview: Calls['preview'] = async () => ({ kind: 'ok', value: { html: '' } })
  more: Calls['more'] = async () => ({
    kind: 'ok',
    value: { upstreamUrl: null, latePenalty: null, checksHtml: null, attempts: [], hasRefusedSaves: false },
  })
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

export function memoryKeeper<Text extends Kept = KeptWork>(): Keeper<Text> & {
  readonly works: ReadonlyMap<string, Text>
} {
  const works = new Map<string, Text>()
  return {
    works,
    keep: async (text) => void works.set(idOf(text), text),
    kept: async (_userId, id) => works.get(id) ?? null,
    forget: async (_userId, id) => void works.delete(id),
    all: async () => [...works.values()],
    hurry: () => {},
  }
}
