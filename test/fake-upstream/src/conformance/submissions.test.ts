import { describe, expect } from 'vitest'
import type { JsonObject } from '../http/json.ts'
import { factsAbout, openUpstreamUnderTest } from './upstream-under-test.ts'

const upstream = await openUpstreamUnderTest()

describe('A+ lists of submissions', () => {
  fact('list newest first, with id, url, time and grade only', ['teacher', 'exercise'], async () => {
    const items = await upstream.list(listPath, { as: 'teacher' })
    const ids = items.map(({ id }) => Number(id))
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
    expect(Object.keys(items[0] ?? {}).sort()).toEqual(['grade', 'id', 'submission_time', 'url'])
  })
})

describe('A+ submission detail', () => {
  fact(
    'holds answers as pairs, files without sizes, and null where nobody graded',
    ['teacher', 'submission'],
    async () => {
      const detail = (await upstream.ask(`/submissions/${submissionId}`, { as: 'teacher' })).object()
      expect(Object.keys(detail).sort()).toEqual([
        'assistant_feedback',
        'exercise',
        'feedback',
        'files',
        'grade',
        'grader',
        'grading_data',
        'grading_time',
        'html_url',
        'id',
        'late_penalty_applied',
        'status',
        'submission_data',
        'submission_time',
        'submitters',
        'url',
      ])
      expect((detail['exercise'] as JsonObject)['max_points']).toEqual(expect.any(Number))
      for (const file of detail['files'] as readonly JsonObject[]) {
        expect(Object.keys(file).sort()).toEqual(['filename', 'id', 'param_name', 'url'])
      }
    },
  )

  fact('names every submitter of a group', ['simulator'], async () => {
    const detail = (await upstream.ask('/submissions/3009', { as: 'teacher' })).object()
    expect((detail['submitters'] as readonly JsonObject[]).map(({ id }) => id)).toEqual([201, 203, 205])
  })

  fact('names whom staff set as submitters since, to everybody and in the bulk data', ['simulator'], async () => {
    const { id } = upstream.simulated.world.addSubmission({ exerciseId: 1103, submitterIds: [201] })
    upstream.simulated.world.setSubmitters(id, [202, 203])
    const detail = (await upstream.ask(`/submissions/${id}`, { as: 'teacher' })).object()
    expect((detail['submitters'] as readonly JsonObject[]).map((person) => person['id'])).toEqual([202, 203])
    expect((await upstream.ask(`/submissions/${id}`, { as: 'student' })).status).toBe(403)
    const bulk = await upstream.ask('/courses/11/submissiondata?exercise_id=1103&best=no&format=json', {
      as: 'teacher',
    })
    const rows = (JSON.parse(bulk.text) as readonly JsonObject[]).filter((row) => row['SubmissionID'] === id)
    expect(rows.map((row) => row['UserID'])).toEqual([202, 203])
  })

  fact('hides grade and feedback from a student until they are revealed', ['simulator'], async () => {
    const { world } = upstream.simulated
    const exercise = world.exercise(1102)
    exercise.feedbackRevealed = false
    const graded = { status: 'ready', grade: 4, feedback: 'F' } as const
    const { id } = world.addSubmission({ exerciseId: 1102, submitterIds: [201], ...graded })
    const hidden = (await upstream.ask(`/submissions/${id}`, { as: 'student' })).object()
    const open = (await upstream.ask(`/submissions/${id}`, { as: 'teacher' })).object()
    expect([hidden['grade'], hidden['feedback'], hidden['status']]).toEqual([0, null, 'ready'])
    expect([open['grade'], open['feedback']]).toEqual([4, 'F'])
  })

  fact('keeps group and language among the answers', ['simulator'], async () => {
    const detail = (await upstream.ask('/submissions/3009', { as: 'teacher' })).object()
    expect(detail['submission_data']).toEqual(
      expect.arrayContaining([
        ['_aplus_group', '41'],
        ['lang', 'fi'],
      ]),
    )
  })
})

describe('A+ files of a submission', () => {
  fact('come as raw bytes to be saved, with their length', ['simulator'], async () => {
    const detail = (await upstream.ask('/submissions/3001', { as: 'teacher' })).object()
    const [file] = detail['files'] as readonly JsonObject[]
    const got = await upstream.ask(String(file?.['url']), { as: 'teacher' })
    expect([got.status, got.contentType]).toEqual([200, 'application/octet-stream'])
    expect(got.headers.get('content-disposition')).toBe('attachment; filename="solution.py"')
    expect(got.headers.get('content-length')).toBe(String(Buffer.byteLength(got.text)))
  })

  fact('come whole whatever range is asked for, and have their size in the reply to HEAD', ['simulator'], async () => {
    const detail = (await upstream.ask('/submissions/3001', { as: 'teacher' })).object()
    const [file] = detail['files'] as readonly JsonObject[]
    const url = String(file?.['url'])
    const part = await upstream.ask(url, { as: 'teacher', headers: { range: 'bytes=0-3' } })
    expect([part.status, part.headers.get('content-range')]).toEqual([200, null])
    const head = await upstream.ask(url, { as: 'teacher', method: 'HEAD' })
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(part.text)))
  })

  fact('are refused to who may not see the submission: 403', ['simulator'], async () => {
    const file = upstream.simulated.world.submission(3001).files[0]
    expect((await upstream.ask(`/submissions/3001/files/${file?.id}`, asUser(202))).status).toBe(403)
    expect((await upstream.ask('/submissions/3001', asUser(202))).status).toBe(403)
    const { id } = upstream.simulated.world.addSubmission({ exerciseId: 1106, submitterIds: [201] })
    expect((await upstream.ask(`/submissions/${id}`, { as: 'assistant' })).status).toBe(403)
  })

  fact('are never listed', ['teacher', 'submission'], async () => {
    expect((await upstream.ask(`/submissions/${submissionId}/files`, { as: 'teacher' })).text).toBe('[]')
  })

  fact('are 404 under another submission, and 404 without a body when the blob is gone', ['simulator'], async () => {
    const file = upstream.simulated.world.submission(3002).files[0]
    expect((await upstream.ask(`/submissions/3001/files/${file?.id}`, { as: 'teacher' })).status).toBe(404)
    if (file !== undefined) file.content = null
    const gone = await upstream.ask(`/submissions/3002/files/${file?.id}`, { as: 'teacher' })
    expect([gone.status, gone.text]).toEqual([404, ''])
  })

  fact("are refused to the submission's own grader token", ['simulator'], async () => {
    const token = new URL(upstream.simulated.submissionUrl(3001)).search
    const file = upstream.simulated.world.submission(3001).files[0]
    expect((await upstream.ask(`/submissions/3001${token}`)).status).toBe(200)
    expect((await upstream.ask(`/submissions/3001/files/${file?.id}${token}`)).status).toBe(403)
  })
})

describe('A+ submitting', () => {
  fact(
    "stores a student's answers and files: 201, Location, empty body",
    ['student', 'exercise', 'writes'],
    async () => {
      const body = essayForm('my (1) työ.py')
      const got = await upstream.ask(`${listPath}/submit`, { as: 'student', method: 'POST', body })
      expect([got.status, got.text, got.headers.get('location')]).toEqual([
        201,
        '',
        expect.stringMatching(/\/api\/v2\/submissions\/\d+$/),
      ])
      const made = (await upstream.ask(got.headers.get('location') ?? '', { as: 'student' })).object()
      expect(made).toMatchObject({
        submission_data: [
          ['answer', 'one'],
          ['answer', 'two'],
        ],
      })
      expect((made['files'] as readonly JsonObject[])[0]?.['filename']).toBe('my1ty.py')
    },
  )

  fact('waits where the grading comes later and gives the grading service the secret URL', ['simulator'], async () => {
    const heard: string[] = []
    const stop = upstream.simulated.onSubmission(({ kind, submissionUrl }) => void heard.push(kind, submissionUrl))
    const got = await upstream.ask(`${listPath}/submit`, { ...asUser(220), method: 'POST', body: essayForm() })
    stop()
    const id = Number(got.headers.get('location')?.split('/').at(-1))
    expect(upstream.simulated.world.submission(id)).toMatchObject({ status: 'waiting', language: 'fi' })
    expect(heard).toEqual(['submitted', upstream.simulated.submissionUrl(id)])
  })

  fact('says so when the grading service is down: 201 with errors, status initialized', ['simulator'], async () => {
    const { world } = upstream.simulated
    world.features.gradingServiceUp = false
    const got = await upstream.ask(`${listPath}/submit`, { ...asUser(221), method: 'POST', body: essayForm() })
    world.features.gradingServiceUp = true
    const id = Number(got.headers.get('location')?.split('/').at(-1))
    expect([got.status, got.object()['errors'], world.submission(id).status]).toEqual([
      201,
      [expect.any(String)],
      'initialized',
    ])
  })

  fact('again by staff keeps grade and secret URL, and replaces the feedback', ['simulator'], async () => {
    const { world } = upstream.simulated
    const made = world.addSubmission({ exerciseId, submitterIds: [223], status: 'ready', grade: 9, feedback: 'old' })
    const heard: string[] = []
    const stop = upstream.simulated.onSubmission(({ submissionUrl }) => void heard.push(submissionUrl))
    const got = await upstream.ask(`/submissions/${made.id}/re-submit`, { as: 'assistant', method: 'POST' })
    stop()
    expect([got.status, got.text, made.status, made.grade]).toEqual([200, '', 'waiting', 9])
    expect([heard, made.feedback === 'old']).toEqual([[upstream.simulated.submissionUrl(made.id)], false])
  })
})

const fact = factsAbout(upstream)
const { exerciseId, submissionId } = upstream
const listPath = `/exercises/${exerciseId}/submissions`

/** Sends a request as one of the simulator's users. */
function asUser(userId: number): { headers: Record<string, string> } {
  return { headers: { authorization: `Token ${upstream.simulated.world.tokenOf(userId)}` } }
}

function essayForm(name = 'solution.py'): FormData {
  const form = new FormData()
  form.append('answer', 'one')
  form.append('answer', 'two')
  form.append('__aplus__', JSON.stringify({ lang: 'fi' }))
  form.append('file1', new Blob(['print(1)\n']), name)
  return form
}
