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

/** Tells the queries of one call of each read. @throws Error when one makes more than it may */
export async function requireFewQueries({ service, operations, session, twentiethPage, say }: Asked): Promise<void> {
  const headers = headersOf(session)
  const tag = (await call(service.url, 'GET', '/courses/all')).headers.get('etag')!
  const calls: readonly (readonly [string, number, () => Promise<Response>])[] = [
    ['listPublicCourses with a matching If-None-Match', 0, () => call(service.url, 'GET', '/courses/all', { 'If-None-Match': tag })],
    ['listPublicCourses', 1, () => call(service.url, 'GET', '/courses/all')],
    ['getSession', 2, () => call(service.url, 'GET', '/session', headers)],
    ['listStudents, first page', 3, () => call(service.url, 'GET', '/courses/13/students', headers)],
    ['listStudents, 20th page', 3, () => call(service.url, 'GET', twentiethPage, headers)],
  ]
  for (const [name, most, ask] of calls) {
    const queries = await queriesOf(operations, ask)
    const count = Object.values(queries).reduce((sum, each) => sum + each, 0)
    say(`${name}: ${count} ${count === 1 ? 'query' : 'queries'} (at most ${most}) ${Object.keys(queries).join(', ')}`)
    if (count > most) throw new Error(`${name} makes ${count} queries`)
  }
}
