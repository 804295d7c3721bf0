import { describe, expect } from 'vitest'
import { factsAbout, openUpstreamUnderTest } from './upstream-under-test.ts'

const upstream = await openUpstreamUnderTest()
const fact = factsAbout(upstream)

async function statusAndDetail(path: string, headers: Record<string, string> = {}): Promise<unknown[]> {
  const got = await upstream.ask(path, { headers: { 'accept-language': 'en', ...headers } })
  return [got.status, got.headers.get('www-authenticate'), got.object()['detail']]
}

describe('A+ authentication', () => {
  const refusals: readonly [string, string, Record<string, string>, string][] = [
    ['no credentials', '', {}, 'Authentication credentials were not provided.'],
    ['an unknown token', '', { authorization: `Token ${'f'.repeat(40)}` }, 'Invalid token.'],
    ['a query token of unknown shape', '?token=nonsense', {}, 'Authentication token is invalid.'],
  ]
  for (const [what, query, headers, detail] of refusals) {
    fact(`refuses ${what} with 401 and WWW-Authenticate: Token`, [], async () => {
      expect(await statusAndDetail(`/users/me${query}`, headers)).toEqual([401, 'Token', detail])
    })
  }

  fact('refuses a user token in the query', ['teacher'], async () => {
    expect((await upstream.ask(`/users/me?token=${upstream.tokenOf('teacher')}`)).status).toBe(401)
  })

  fact('refuses a deactivated user with 401', ['simulator'], async () => {
    upstream.simulated.world.setActive(230, false)
    const authorization = `Token ${upstream.simulated.world.tokenOf(230)}`
    expect(await statusAndDetail('/users/me', { authorization })).toEqual([401, 'Token', 'User inactive or deleted.'])
  })

  fact('lets the old token die at once when the user makes a new one', ['simulator'], async () => {
    const { world } = upstream.simulated
    const old = world.tokenOf(229)
    const fresh = world.regenerateToken(229)
    const statusOf = async (token: string): Promise<number> =>
      (await upstream.ask('/users/me', { headers: { authorization: `Token ${token}` } })).status
    expect([await statusOf(old), await statusOf(fresh)]).toEqual([401, 200])
  })

  fact(
    'lets the user token win over a grader token, so the grading POST is refused',
    ['teacher', 'submissionUrl'],
    async () => {
      const form = { points: '1', max_points: '1' }
      const got = await upstream.ask(upstream.disposableSubmissionUrl(), { as: 'teacher', method: 'POST', form })
      expect(got.status).toBe(403)
    },
  )

  fact('writes its messages in the profile language, so their text says nothing', ['simulator'], async () => {
    const authorization = `Token ${upstream.simulated.world.tokenOf(102)}`
    const got = await upstream.ask('/courses/11/usertags', { headers: { authorization, 'accept-language': 'en' } })
    expect([got.status, got.object()['detail']]).toEqual([403, 'Sinulla ei ole oikeutta suorittaa tätä toimintoa.'])
  })
})
