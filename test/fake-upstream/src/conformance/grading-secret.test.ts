import { describe, expect } from 'vitest'
import { makeExerciseToken } from '../auth/exercise-token.ts'
import { type Asked, factsAbout, openUpstreamUnderTest } from './upstream-under-test.ts'

const upstream = await openUpstreamUnderTest()

describe('A+ secret of a submission URL', () => {
  fact('is refused with a wrong hash: 401', ['submissionUrl'], async () => {
    const url = upstream.disposableSubmissionUrl().replace(/\.[0-9A-Za-z]{32}/, `.${'a'.repeat(32)}`)
    expect((await upstream.ask(url, { method: 'POST', form })).status).toBe(401)
  })

  fact('is refused at another submission: 403', ['submissionUrl', 'submission'], async () => {
    const path = `/submissions/${upstream.submissionId}/grader${tokenQuery()}`
    expect((await upstream.ask(path, { method: 'POST', form })).status).toBe(403)
  })

  fact('dies with its submission: 404', ['simulator'], async () => {
    const url = upstream.disposableSubmissionUrl()
    upstream.simulated.world.removeSubmission(Number(/submissions\/(\d+)/.exec(url)?.[1]))
    expect((await upstream.ask(url, { method: 'POST', form })).status).toBe(404)
  })

  fact('works with a slash before the question mark too', ['submissionUrl'], async () => {
    const url = upstream.disposableSubmissionUrl().replace('/grader?', '/grader/?')
    expect((await upstream.ask(url, { method: 'POST', form })).object()['success']).toBe(true)
  })

  const tooMuch: readonly [string, () => Asked][] = [
    ['2.5 MB of urlencoded body', () => ({ form: { ...form, feedback: 'x'.repeat(2_621_440) } })],
    ['2.5 MB in a field of multipart', () => ({ body: multipart({ ...form, feedback: 'x'.repeat(2_621_441) }) })],
    ['1000 fields', () => ({ form: new URLSearchParams(Array.from({ length: 1001 }, (_, at) => [`f${at}`, '1'])) })],
  ]
  for (const [what, asked] of tooMuch) {
    fact(`is refused with more than ${what}: 400 in HTML, nothing changed`, ['submissionUrl'], async () => {
      const url = upstream.disposableSubmissionUrl()
      const read = async (): Promise<string> => (await upstream.ask(url.replace(/\/grader\/?\?/, '?'))).text
      const before = await read()
      const refused = await upstream.ask(url, { method: 'POST', ...asked() })
      expect([refused.status, refused.contentType.split(';')[0]]).toEqual([400, 'text/html'])
      expect(await read()).toBe(before)
    })
  }

  fact('takes 2 MB of urlencoded feedback', ['submissionUrl'], async () => {
    const asked = { method: 'POST', form: { ...form, feedback: 'x'.repeat(2_000_000) } }
    const big = await upstream.ask(upstream.disposableSubmissionUrl(), asked)
    expect([big.status, big.object()['success']]).toEqual([200, true])
  })

  fact('opens the whole user directory', ['submissionUrl'], async () => {
    const query = tokenQuery()
    const list = (await upstream.ask(`/users${query}`)).object()
    expect(Number(list['count'])).toBeGreaterThan(1)
    const [first] = list['results'] as unknown as { id: number }[]
    expect((await upstream.ask(`/users/${first?.id}${query}`)).status).toBe(200)
  })

  fact('is nobody: 404 at /users/me', ['submissionUrl'], async () => {
    expect((await upstream.ask(`/users/me${tokenQuery()}`)).status).toBe(404)
  })

  fact('opens its exercise and course, no student, and no other submission', ['simulator'], async () => {
    const query = tokenQuery()
    const statusOf = async (path: string): Promise<number> => (await upstream.ask(path + query)).status
    const paths = ['/exercises/1103', '/courses/11', '/submissions/3001']
    expect(await Promise.all(paths.map(statusOf))).toEqual([200, 200, 403])
    expect(await upstream.list(`/courses/11/students${query}`)).toEqual([])
  })

  fact('grades in a hidden and ended course too', ['simulator'], async () => {
    const made = upstream.simulated.world.addSubmission({ exerciseId: 1401, submitterIds: [201] })
    const url = upstream.simulated.submissionUrl(made.id)
    expect((await upstream.ask(url, { method: 'POST', form })).object()['success']).toBe(true)
  })
})

describe('A+ grading URL of an exercise', () => {
  fact('makes a new submission with each POST', ['simulator'], async () => {
    const { world } = upstream.simulated
    const token = makeExerciseToken(world, 1102, 225)
    const before = world.submissionsOf.get(1102)?.length ?? 0
    for (let number = 0; number < 2; number += 1) {
      const got = await upstream.ask(`/exercises/1102/grader?token=${token}`, { method: 'POST', form })
      expect(got.object()['success']).toBe(true)
    }
    expect(world.submissionsOf.get(1102)?.length).toBe(before + 2)
  })
})

const fact = factsAbout(upstream)
const form = { points: '1', max_points: '1' }

function multipart(fields: Record<string, string>): FormData {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  return body
}

function tokenQuery(): string {
  return new URL(upstream.disposableSubmissionUrl()).search
}
