import { replyWithSubject } from '@course-grading/http-kit'
import type { FrontendHandler } from '../access/handler.ts'
import { toParkedDraft } from './to-parked-draft.ts'

export const getParkedDraft: FrontendHandler<'getParkedDraft'> = replyWithSubject((draft) => ({
  body: { ...toParkedDraft(draft), content: JSON.parse(draft.content) as unknown },
}))
