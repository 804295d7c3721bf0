import { ok } from './behaviour.ts'
import type { Ledger } from './ledger.ts'
import { answer, type Exchange, type Play, type PeerPlay, ungraded } from './peer.ts'

/** A learning platform that shows the grades it has saved, and waits with what it is told to wait with. */
export interface RememberingPlatform {
  readonly play: PeerPlay
  /** The next such request about the submission is not answered before `goOn`. */
  readonly keep: (request: 'look' | 'post', submissionId: number) => KeptRequest
  /** Instead of 200, once a grade of the submission is saved. */
  readonly replyWith: (submissionId: number, bytes: string) => void
}

export interface KeptRequest {
  /** It has come, whole. */
  readonly isThere: () => boolean
  /** A verification is answered with what stood when it came; a grade is saved, and answered. */
  readonly goOn: () => void
}

export function createRememberingPlatform(ledger: Ledger): RememberingPlatform {
  const saved = new Map<number, string>()
  const answers = new Map<number, string>()
  const kept = new Map<string, { readonly arrive: () => void; readonly goOn: Promise<void> }>()

  const untilGoOn = async (request: 'look' | 'post', { submissionId, whole }: Exchange): Promise<void> => {
    await whole
    const keeping = kept.get(`${request} ${submissionId}`)
    kept.delete(`${request} ${submissionId}`)
    keeping?.arrive()
    await keeping?.goOn
  }
  const look: Play = async (exchange) => {
    const { socket, submissionId } = exchange
    const mark = saved.get(submissionId)
    await untilGoOn('look', exchange)
    socket.write(
      answer(
        '200 OK',
        ungraded(
          submissionId,
          mark === undefined
            ? {}
            : {
                status: 'ready',
                grade: 12,
                grading_time: '2026-11-01T10:00:00Z',
                grading_data: { delivery_id: mark },
              },
        ),
      ),
    )
  }
  const post: Play = async (exchange) => {
    const { socket, submissionId } = exchange
    await untilGoOn('post', exchange)
    saved.set(submissionId, ledger.posts.findLast((received) => received.submissionId === submissionId)?.mark ?? '')
    socket.write(answers.get(submissionId) ?? ok)
  }
  return {
    play: { look, post },
    keep(request, submissionId) {
      const goOn = Promise.withResolvers<void>()
      let isThere = false
      kept.set(`${request} ${submissionId}`, {
        goOn: goOn.promise,
        arrive: () => {
          isThere = true
        },
      })
      return { isThere: () => isThere, goOn: goOn.resolve }
    },
    replyWith: (submissionId, bytes) => void answers.set(submissionId, bytes),
  }
}
