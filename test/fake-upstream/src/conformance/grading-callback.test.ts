import { describe, expect } from 'vitest'
import type { JsonObject } from '../http/json.ts'
import { factsAbout, openUpstreamUnderTest, type Asked } from './upstream-under-test.ts'

const upstream = await openUpstreamUnderTest()

describe('A+ grading callback', () => {
  fact('has the id in the path and, in hexadecimal, in its token', [...needs], async () => {
    const url = new URL(upstream.disposableSubmissionUrl())
    const [, id = ''] = /^\/api\/v2\/submissions\/(\d+)\/grader\/?$/.exec(url.pathname) ?? []
    expect([...url.searchParams.keys()]).toEqual(['token'])
    expect(url.searchParams.get('token')).toMatch(new RegExp(`^s${Number(id).toString(16)}\\.[0-9A-Za-z]{32}$`))
  })

  fact('takes a form and keeps its fields, unknown ones too, as strings', [...needs], async () => {
    const url = upstream.disposableSubmissionUrl()
    const maxPoints = await maxPointsOf(url)
    const form = { points: String(maxPoints), max_points: String(maxPoints), feedback: '<p>x</p>', delivery_id: 'd.1' }
    const { answer, detail } = await post(url, { form })
    expect(answer).toEqual({ success: true, errors: [] })
    expect(detail).toMatchObject({ status: 'ready', grade: maxPoints, feedback: '<p>x</p>', grader: null })
    expect(detail['grading_data']).toEqual(form)
  })

  fact(
    "replies to a GET with the kept fields as text in Python's notation, and whether it is graded",
    [...needs],
    async () => {
      const url = upstream.disposableSubmissionUrl()
      const maxPoints = await maxPointsOf(url)
      const form = {
        points: `${maxPoints}`,
        max_points: `${maxPoints}`,
        feedback: '<p>it\'s \\ "ä"\n</p>',
        delivery_id: "don't",
      }
      await post(url, { form })
      const read = (await upstream.ask(url)).object()
      expect(read).toMatchObject({
        is_graded: true,
        grading_data:
          `{'points': '${maxPoints}', 'max_points': '${maxPoints}', ` +
          String.raw`'feedback': '<p>it\'s \\ "ä"\n</p>', 'delivery_id': "don't"}`,
      })
      expect(Object.keys(read['submission'] as JsonObject).sort()).toEqual([
        'grade',
        'html_url',
        'id',
        'submission_time',
        'url',
      ])
    },
  )

  fact('names only the field __all__ if there are more points than max_points', [...needs], async () => {
    const { url } = await gradedUrl()
    const { answer } = await post(url, { form: { points: '11', max_points: '10' } })
    expect(answer).toEqual({ success: false, errors: [expect.stringMatching(/^__all__: /)] })
  })

  const destructive: readonly [string, Asked][] = [
    ['a JSON body', { json: { points: 1, max_points: 1 } }],
    ['negative points', { form: { points: '-1', max_points: '10' } }],
    ['fractional points', { form: { points: '7.5', max_points: '10' } }],
    ['more points than max_points', { form: { points: '11', max_points: '10' } }],
  ]
  for (const [what, asked] of destructive) {
    fact(
      `is destructive with ${what}: 200, success false, status error, feedback replaced, old grade stays`,
      [...needs],
      async () => {
        const { url, maxPoints } = await gradedUrl()
        const { answer, detail } = await post(url, asked)
        expect(answer).toEqual({ success: false, errors: expect.arrayContaining([expect.stringMatching(/^\w+: /)]) })
        expect(detail).toMatchObject({ status: 'error', grade: maxPoints })
        expect(detail['feedback']).not.toBe('<p>good</p>')
      },
    )
  }

  fact("fails inside with no max_points: an exception's name, nothing saved", [...needs], async () => {
    const { url, maxPoints } = await gradedUrl()
    const { answer, detail } = await post(url, { form: { points: '1' } })
    expect(answer).toEqual({ success: false, errors: [expect.stringMatching(/^TypeError\(/)] })
    expect(detail).toMatchObject({ status: 'ready', grade: maxPoints, feedback: '<p>good</p>' })
  })

  for (const error of ['true', '0']) {
    fact(`puts the submission into error with error=${error}, though points are stored`, [...needs], async () => {
      const { answer, detail } = await post(upstream.disposableSubmissionUrl(), {
        form: { points: '10', max_points: '10', error },
      })
      expect([answer['success'], detail['status']]).toEqual([true, 'error'])
    })
  }

  fact('clears the feedback when none is sent', [...needs], async () => {
    const { url } = await gradedUrl()
    expect((await post(url, { form: { points: '1', max_points: '1' } })).detail['feedback']).toBe('')
  })

  fact('lets the last write win, also with lower points', [...needs], async () => {
    const { url } = await gradedUrl()
    expect((await post(url, { form: { points: '0', max_points: '10' } })).detail['grade']).toBe(0)
  })

  fact('scales points to the exercise and rounds halves to even', ['simulator'], async () => {
    const grades = await Promise.all(
      ['1', '3', '5'].map(
        async (points) =>
          (await post(upstream.disposableSubmissionUrl(), { form: { points, max_points: '40' } })).detail['grade'],
      ),
    )
    expect(grades).toEqual([0, 2, 2])
  })

  fact(
    'takes a late penalty off at every callback, and none once the deadline is extended',
    ['simulator'],
    async () => {
      const { world } = upstream.simulated
      const module = world.module(52)
      const submittedAtMs = module.closesAtMs + 1000
      const { id } = world.addSubmission({ exerciseId: 1104, submitterIds: [201], submittedAtMs })
      const url = upstream.simulated.submissionUrl(id)
      const late = (await post(url, { form: { points: '10', max_points: '10' } })).detail
      world.deadlineExtensions.set('1104 201', 3_600_000)
      const extended = (await post(url, { form: { points: '10', max_points: '10' } })).detail
      expect([late['grade'], late['late_penalty_applied']]).toEqual([50, 0.5])
      expect([extended['grade'], extended['late_penalty_applied']]).toEqual([100, null])
    },
  )

  fact(
    'makes an early submission unofficial when more than the limit stand as it is graded, but for those in error',
    ['simulator'],
    async () => {
      const { world } = upstream.simulated
      const { maxSubmissions } = world.exercise(1106)
      const first = world.addSubmission({ exerciseId: 1106, submitterIds: [221] })
      const grade = async (): Promise<unknown> => {
        await post(upstream.simulated.submissionUrl(first.id), { form: { points: '1', max_points: '1' } })
        return first.status
      }
      for (let made = 1; made < maxSubmissions; made += 1)
        world.addSubmission({ exerciseId: 1106, submitterIds: [221] })
      world.addSubmission({ exerciseId: 1106, submitterIds: [221], status: 'error' })
      expect(await grade()).toBe('ready')
      world.addSubmission({ exerciseId: 1106, submitterIds: [221] })
      expect(await grade()).toBe('unofficial')
    },
  )
})

const fact = factsAbout(upstream)

interface Graded {
  answer: JsonObject
  /** The submission as its own token shows it after the POST. */
  detail: JsonObject
}

function detailUrl(submissionUrl: string): string {
  return submissionUrl.replace(/\/grader\/?\?/, '?')
}

async function readDetail(submissionUrl: string): Promise<JsonObject> {
  return (await upstream.ask(detailUrl(submissionUrl))).object()
}

async function maxPointsOf(submissionUrl: string): Promise<number> {
  return Number(((await readDetail(submissionUrl))['exercise'] as JsonObject)['max_points'])
}

async function post(submissionUrl: string, asked: Asked): Promise<Graded> {
  const got = await upstream.ask(submissionUrl, { method: 'POST', headers: { 'accept-language': 'en' }, ...asked })
  expect(got.status).toBe(200)
  return { answer: got.object(), detail: await readDetail(submissionUrl) }
}

/** Grades with full points and a feedback, so that a later POST has something to destroy. */
async function gradedUrl(): Promise<{ url: string; maxPoints: number }> {
  const url = upstream.disposableSubmissionUrl()
  const maxPoints = await maxPointsOf(url)
  const form = { points: String(maxPoints), max_points: String(maxPoints), feedback: '<p>good</p>' }
  expect((await post(url, { form })).answer).toEqual({ success: true, errors: [] })
  return { url, maxPoints }
}

const needs = ['submissionUrl'] as const
