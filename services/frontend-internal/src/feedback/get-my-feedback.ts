import type { StudentFeedback } from '@course-grading/contracts'
import { readOwnFeedback } from '@course-grading/data'
import { DomainError, type StudentText } from '@course-grading/domain'
import type { Deps } from '../deps.ts'
import type { FrontendHandler } from '../handler.ts'

export const getMyFeedback =
  ({ database }: Pick<Deps, 'database'>): FrontendHandler<'getMyFeedback'> =>
  async ({ params: { id }, caller: { userId } }) => {
    const found = await readOwnFeedback(database, id, userId)
    if (found === null) throw new DomainError('not_found')
    const { text, ...head } = found
    const shown = text === null ? nothing : (JSON.parse(text) as StudentText)
    return { status: 200, body: { ...shown, ...head } as StudentFeedback }
  }

/** Of a result without a text. */
const nothing = { bodyHtml: '', annotations: [], result: null }
