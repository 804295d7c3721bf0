import { classifySend, type SendEvent, type SendPhase } from './classify-send.ts'

export const stop = (event: string) => ({ event }) as SendEvent
export const reply = (status: number, body: string | Uint8Array = '', isRequestSent = true): SendEvent => ({
  event: 'reply',
  reply: { status, body: typeof body === 'string' ? Buffer.from(body) : body, isRequestSent },
})
export const classOf = (phase: SendPhase, event: SendEvent) => {
  const { outcome, kind, alert } = classifySend(phase, event)
  return `${outcome} ${kind}${alert ? '!' : ''}`
}

export const unexpectedInEachPhase = ['pending unexpected!', 'unsent unexpected!', 'ambiguous unexpected!'] as const
export const [unexpectedBeforeStart, unexpectedAfterStart, unexpectedAfterWrite] = unexpectedInEachPhase
