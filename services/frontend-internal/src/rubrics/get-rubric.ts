import type { FrontendHandler } from '../access/handler.ts'
import { requireRubric } from './require-rubric.ts'
import { rubricReply } from './rubric-reply.ts'

export const getRubric: FrontendHandler<'getRubric'> = async ({ params: { rubricId } }, { database }) => ({
  status: 200,
  ...rubricReply(await requireRubric(database, rubricId)),
})
