import { studentDocumentExample } from '@course-grading/contracts/feedback/feedback-examples'
import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { beforeEach, describe, expect, it } from 'vitest'
import { callsOfRoutes } from './calls-of-routes.fixture.ts'
import { namesOfRoutes } from './routes.fixture.ts'
import { openLaunchedWeb } from './sessions/launch.fixture.ts'
import { publicOrigin, type WebReply, type WebRequest } from './web.fixture.ts'

const { ask, boundary, logLines } = await openLaunchedWeb()
const { operations, prefix } = frontendInternal

/** Forms whose answer is shown once, and is nowhere else. */
const shownAtOnce = ['reveal', 'copyCourse']

/** Says only whether there is anything in its lists. */
const asksWhether = 'more'

/** Look in a list for one comment, and stop where they find it. */
const looksForOne = ['showComment', 'showCommentRetire']

/** Each list in the calls of a route, but a queue by its exercise, which is one. */
const listsOfRoutes = callsOfRoutes
  .filter(([route]) => route !== asksWhether)
  .flatMap(([route, path, asked, calls]) =>
    calls.flatMap((call) => {
      const [name, target] = call.split(' ') as ['listQueues' | 'listSnippets', string]
      const isOne = target.includes('queues?exerciseId=') || (name === 'listSnippets' && looksForOne.includes(route))
      const isList = name.startsWith('list') && !isOne
      return isList ? [[name, route, path, asked] as const] : []
    }),
  )

/** The pages of a course that are for teachers, and what they send. */
const ofTeachers = callsOfRoutes.filter(
  ([, path]) =>
    /^\/courses\/\d+\/(?:.*settings|deliveries|rubrics\/.*(?:new|edit|publish|use|move|migrations|archive|restore|copy|delete))/.test(
      path,
    ) && !path.endsWith('.csv'),
)

function signIn(...roles: string[]): void {
  const { example } = operations.getSession.replies[200]
  const courses = [12, 11].map((courseId) => ({ ...example.courses[0], courseId, roles }))
  boundary.replyWith('getSession', { status: 200, body: { ...example, courses } })
}

beforeEach(() => {
  boundary.forget()
  signIn('teacher', 'student')
  const ofWork = operations.getFeedback.replies[200].example
  boundary.replyWith('getFeedback', ({ target }) => ({
    status: 200,
    body: target.endsWith(studentDocumentExample.id) ? studentDocumentExample : ofWork,
  }))
})

describe('what each route asks of the boundary', () => {
  it.each(callsOfRoutes)('%s at %s', async (route, path, asked, calls) => {
    const reply = await askFor(path, asked)
    const isForm = (asked.form !== undefined && !shownAtOnce.includes(route)) || route === 'signedIn'
    expect([reply.status, JSON.parse(logLines.at(-1) ?? '').operation]).toEqual([isForm ? 303 : 200, route])
    expect(boundary.calls.map(lineOf).toSorted()).toEqual(calls.toSorted())
  })

  it('stands here of every route but that of the files of this service', () => {
    expect(new Set(callsOfRoutes.map(([route]) => route))).toEqual(new Set(namesOfRoutes))
  })
})

it('a grader has none of the pages of teachers, and nothing is written for one', async () => {
  signIn('grader')
  const replies = await Promise.all(
    ofTeachers.map(async ([route, path, asked]) => [route, (await askFor(path, asked)).status]),
  )
  expect(replies.filter(([, status]) => status !== 404)).toEqual([])
  expect(boundary.calls.map(lineOf).filter((call) => !/^(?:get|list)/.test(call))).toEqual([])
  expect(ofTeachers.length).toBeGreaterThan(30)
})

describe('each list that a page reads', () => {
  it.each(listsOfRoutes)(
    'goes on past its first page, or the page says so: %s of %s',
    async (list, _route, path, asked) => {
      const { text: before } = await askFor(path, asked)
      const { example } = operations[list].replies[200]
      boundary.replyWith(list, ({ target }) => ({
        status: 200,
        body: { ...example, nextCursor: target.includes('cursor=second') ? null : 'second' },
      }))
      const { text } = await askFor(path, asked)
      const isRead = boundary.calls.some(
        ({ operation, target }) => operation === list && target.includes('cursor=second'),
      )
      expect(isRead || text !== before).toBe(true)
    },
  )
})

async function askFor(path: string, asked: WebRequest): Promise<WebReply> {
  const isScript = asked.body !== undefined
  const ofScript = { 'X-Person': '101', ...(isScript && { 'Content-Type': 'application/json', Origin: publicOrigin }) }
  return await ask(path, { signedIn: true, ...asked, headers: { ...ofScript, ...asked.headers } })
}

function lineOf({ operation, target, ifMatch, body, session }: (typeof boundary.calls)[number]): string {
  const own = session === `cgs_${'a'.repeat(43)}` ? undefined : `of ${session?.slice(4, 5) ?? 'nobody'}`
  const parts = [operation, target.replace(prefix, ''), ifMatch, body && JSON.stringify(body), own]
  return parts.filter((part) => part !== undefined).join(' ')
}
