import { describe, expect, it } from 'vitest'
import { openTestWeb } from '../web.fixture.ts'

const { ask, boundary } = await openTestWeb()

describe('a file of a submission', () => {
  it('comes by one call, as an attachment that no browser runs', async () => {
    const { status, headers, text } = await ask('/files/3001/70001', { signedIn: true })
    expect([status, text]).toEqual([200, 'def answer():\n    return 42\n'])
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringMatching(/^attachment/),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    expect(boundary.calls.map(({ operation, target }) => [operation, target.split('/').slice(-4).join('/')])).toEqual([
      ['getSubmissionFile', 'submissions/3001/files/70001'],
    ])
  })

  it('is for nobody who has not signed in', async () => {
    const { status, headers } = await ask('/files/3001/70001')
    expect([status, headers.location]).toEqual([303, '/sign-in?to=%2Ffiles%2F3001%2F70001'])
  })

  it.each([
    [404, 'not_found', 404],
    [403, 'forbidden', 404],
    [502, 'upstream_unavailable', 502],
  ])('is a page of ours where the boundary says %i %s', async (status, code, shown) => {
    boundary.replyWith('getSubmissionFile', { status, body: { code, requestId: 'r-12345678' } })
    const reply = await ask('/files/3001/70001', { signedIn: true })
    expect([reply.status, reply.headers['content-type']]).toEqual([shown, 'text/html; charset=utf-8'])
  })
})
