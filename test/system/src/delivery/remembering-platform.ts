import { ok } from './behaviour.ts'
import type { Ledger } from './ledger.ts'
import { answer, type Exchange, type Play, type PeerPlay, ungraded } from './peer.ts'

/** A learning platform that shows the grades it has saved, and holds its replies to chosen requests. */
export interface RememberingPlatform {
  readonly play: PeerPlay
  /** Holds the reply to the next such request about the submission until `sendReply`. */
  readonly keep: (request: 'verification' | 'post', submissionId: number) => KeptRequest
  /** Sets the reply, instead of a 200, to a grade of the submission. The grade is saved all the same. */
  readonly replyWith: (submissionId: number, bytes: string) => void
}

export interface KeptRequest {
  /** Whether the whole request has come. */
  readonly isThere: () => boolean
  /** Sends the reply. A verification shows what was saved when it came; a grade is saved now. */
  readonly sendReply: () => void
}

export function createRememberingPlatform(ledger: Ledger): RememberingPlatform {
  const saved = new Map<number, string>()
  const answers = new Map<number, string>()
  const kept = new Map<string, { readonly arrive: () => void; readonly sendReply: Promise<void> }>()

  const untilGoOn = async (request: 'verification' | 'post', { submissionId, whole }: Exchange): Promise<void> => {
    await whole
    const keeping = kept.get(`${request} ${submissionId}`)
    kept.delete(`${request} ${submissionId}`)
    keeping?.arrive()
    await keeping?.sendReply
  }
  const verification: Play = async (exchange) => {
    const { socket, submissionId } = exchange
    const mark = saved.get(submissionId)
    await untilGoOn('verification', exchange)
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
    play: { verification, post },
    keep(request, submissionId) {
      const sendReply = Promise.withResolvers<void>()
      let isThere = false
      kept.set(`${request} ${submissionId}`, {
        sendReply: sendReply.promise,
        arrive: () => {
          isThere = true
        },
      })
      return { isThere: () => isThere, sendReply: sendReply.resolve }
    },
    replyWith: (submissionId, bytes) => void answers.set(submissionId, bytes),
  }
}
