import type { FrontendHandler } from '../access/handler.ts'
import { toParkedDraft } from './to-parked-draft.ts'

export const getParkedDraft: FrontendHandler<'getParkedDraft'> = async ({ access }) => ({
  status: 200,
  body: { ...toParkedDraft(access), content: JSON.parse(access.content) as unknown },
})
