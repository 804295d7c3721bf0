import { queriesOf } from '@course-grading/test-service'
import type { MeasuredProcess } from '../measured-process.ts'
import { call, headersOf } from './frontend-client.ts'

interface Asked {
  readonly service: MeasuredProcess
  /** Where its metrics are. */
  readonly operations: { readonly url: string }
  readonly session: string
  readonly twentiethPage: string
  readonly say: (line: string) => void
}

/** Tells the queries of one call of each read; nobody may have asked for the public courses before. @throws Error when one makes another number */
export async function requireFewQueries({ service, operations, session, twentiethPage, say }: Asked): Promise<void> {
  const headers = headersOf(session)
  let tag = ''
  const calls: readonly (readonly [string, number, () => Promise<unknown>])[] = [
    [
      'listPublicCourses, the first call',
      1,
      async () => {
        tag = (await call(service.url, 'GET', '/courses/all')).headers.get('etag')!
      },
    ],
    [
      'listPublicCourses with a matching If-None-Match',
      0,
      async () => {
        const { status } = await call(service.url, 'GET', '/courses/all', { 'If-None-Match': tag })
        if (status !== 304) throw new Error(`a matching If-None-Match was answered ${status}`)
      },
    ],
    ['getSession', 2, () => call(service.url, 'GET', '/session', headers)],
    ['listStudents, first page', 3, () => call(service.url, 'GET', '/courses/13/students', headers)],
    ['listStudents, 20th page', 3, () => call(service.url, 'GET', twentiethPage, headers)],
  ]
  for (const [name, budget, ask] of calls) {
    const queries = await queriesOf(operations, ask)
    const count = Object.values(queries).reduce((sum, each) => sum + each, 0)
    say(`${name}: ${count} ${count === 1 ? 'query' : 'queries'} (budget ${budget}) ${Object.keys(queries).join(', ')}`)
    if (count !== budget) throw new Error(`${name} makes ${count} queries`)
  }
}
