import type { Deps } from '../deps.ts'
import type { FrontendHandler } from '../handler.ts'
import { requireRubric } from './require-rubric.ts'
import { rubricReply } from './rubric-reply.ts'

export const getRubric =
  ({ database }: Pick<Deps, 'database'>): FrontendHandler<'getRubric'> =>
  async ({ params: { rubricId } }) => ({ status: 200, ...rubricReply(await requireRubric(database, rubricId)) })
