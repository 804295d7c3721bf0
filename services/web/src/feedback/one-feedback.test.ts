import { hash } from 'node:crypto'
import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import type { StudentFeedback } from '@course-grading/contracts/feedback/student-feedback'
import { beforeEach, describe, expect, it } from 'vitest'
import { openTestWeb } from '../web.fixture.ts'

const { ask, boundary } = await openTestWeb()
const example: StudentFeedback = frontendInternal.operations.getMyFeedback.replies[200].example
const path = `/feedback/${example.id}`
beforeEach(() => boundary.forget())

describe('one feedback', () => {
  it('shows points whose parts add up, and asks for files only where a remark names one', async () => {
    having({ annotations: [] })
    const { text } = await ask(path, { signedIn: true })
    expect(text).toContain(`>${example.result?.points}</b> <span class="quiet">of ${example.result?.maxPoints} points<`)
    expect(boundary.calls.map(({ operation }) => operation)).toEqual(['getSession', 'getMyFeedback'])
  })

  it('says what A+ counts in place of what it would count without lateness', async () => {
    having({ result: example.result && { ...example.result, upstreamMaxPoints: 10, upstream: waiting } })
    expect((await ask(path, { signedIn: true })).text).toMatch(/before any penalty.*>not yet in A\+</s)
    for (const [upstream, sentence] of [
      [example.result?.upstream, '17 of 20 given here; A+ counts 8: 50 % off for lateness'],
      [{ ...waiting, onItsWay: false }, 'not in A+'],
    ] as const) {
      having({ result: example.result && { ...example.result, upstreamMaxPoints: 10, upstream: upstream ?? null } })
      const { text } = await ask(path, { signedIn: true })
      expect(text).toContain(`>${sentence}<`)
      expect(text).not.toContain('before any penalty')
    }
  })

  it('shows the maximum of each criterion, and of the total', async () => {
    const result = { ...example.result!, criteria: [{ ...example.result!.criteria[0]!, points: 8, maxPoints: 10 }] }
    having({ annotations: [], result })
    const { text } = await ask(path, { signedIn: true })
    for (const part of ['<dd>8\u00a0/\u00a010</dd>', '<dd>17\u00a0/\u00a020</dd>']) expect(text).toContain(part)
  })

  it('leads to each of several annotated files by its name', async () => {
    const file = { fileId: 70002, path: 'second.py' }
    having({ annotations: [aRemark(1, 1), { ...aRemark(1, 1), anchor: file }] })
    const { text } = await ask(path, { signedIn: true })
    expect(text).toMatch(/<nav class="files card" aria-label="Files">.*href="#part-2"><bdi>second.py<.*id="part-2"/s)
  })

  it('is read, and marked as read, by GET alone', async () => {
    expect((await ask(path, { method: 'HEAD', signedIn: true })).status).toBe(200)
    expect(boundary.calls).toEqual([])
  })

  it('shows a remark below the last of its lines', async () => {
    having({ annotations: [aRemark(2, 3)] })
    withText('one\ntwo\nthree\nfour')
    const { text } = await ask(path, { signedIn: true })
    const shown = [...text.matchAll(/<span>(one|two|three|four)<\/span>|lines 2 to 3/g)].map(([match]) => match)
    expect(shown).toEqual([
      '<span>one</span>',
      '<span>two</span>',
      '<span>three</span>',
      'lines 2 to 3',
      '<span>four</span>',
    ])
    expect(text.match(/class="row noted"/g)).toHaveLength(2)
    expect(boundary.calls.length).toBeLessThanOrEqual(4)
  })

  it('heads the remarks on an answer by the title of its field', async () => {
    const { example } = frontendInternal.operations.getMyFeedback.replies[200]
    const annotations = [{ ...example.annotations[0], anchor: { answerKey: 'answer' } }]
    boundary.replyWith('getMyFeedback', { status: 200, body: { ...example, annotations } })
    expect((await ask(path, { signedIn: true })).text).toContain('<h2><bdi>Your essay</bdi></h2>')
  })

  it('shows the annotated files alone, with their colours', async () => {
    having({ annotations: [aRemark(1, 1)] })
    withText('if x: pass')
    // A busy machine may have no time for colours at the first look.
    await expect
      .poll(async () => (await ask(path, { signedIn: true })).text, { timeout: 60_000 })
      .toContain('<span class="t-keyword">if</span> x: <span class="t-keyword">pass</span>')
    const { text } = await ask(path, { signedIn: true })
    expect(text.match(/<section class="card file"/g)).toHaveLength(1)
  })

  it('shows a notebook as cells, each remark below the line that it names', async () => {
    having({ annotations: [aRemark(2, 2)] })
    const cells = ['a', 'b', 'c'].map((source) => ({ cell_type: 'code', source, outputs: [] }))
    withText(JSON.stringify({ nbformat: 4, cells }), 'essay.ipynb')
    const { text } = await ask(path, { signedIn: true })
    expect(text).toMatch(/Code cell<.*>2<\/span><span>b<.*line 2<.*Why\?.*Code cell<.*>3<\/span><span>c</s)
  })

  it('shows the remarks with their lines where the files do not come, and a link that waits for them', async () => {
    having({ annotations: [aRemark(7, 7)] })
    boundary.replyWith('getSubmissionContent', { status: 503, body: { code: 'overloaded', requestId: 'r-12345678' } })
    const { status, text } = await ask(path, { signedIn: true })
    expect([status, text.includes('line 7'), text.includes(`${path}?files`)]).toEqual([200, true, true])
  })

  it('shows a hostile file and its name as text', async () => {
    having({ annotations: [{ ...aRemark(1, 1), anchor: { fileId: 71, path: '<img src=x onerror=canary()>' } }] })
    withText('<script>canary()</script>')
    const { text } = await ask(path, { signedIn: true })
    expect(text).not.toMatch(/<script|<img/)
    expect(text.replaceAll(/<\/?span[^>]*>/g, '')).toContain('&lt;script>canary()&lt;/script>')
  })

  it.each(['/feedback/x', '/feedback/1', `${path}x`])('is of no other address: %s', async (other) => {
    expect((await ask(other, { signedIn: true })).status).toBe(404)
  })
})

describe('my feedback', () => {
  it('names each document with its course, and leads on where there are more', async () => {
    const { body } = { body: frontendInternal.operations.listMyFeedback.replies[200].example }
    having({})
    boundary.replyWith('listMyFeedback', { status: 200, body: { ...body, nextCursor: 'a+b' } })
    const { text } = await ask('/feedback?cursor=x', { signedIn: true })
    expect(text).toContain(`<a href="/feedback/${body.items[0]?.id}">`)
    expect(text).toContain('href="/feedback?cursor=a%2Bb"')
    expect(text).toContain('>17 of 20 given here; A+ counts 8: 50 % off for lateness<')
  })
})

const waiting = { at: null, counts: null, because: 'not_arrived', latePenalty: null, onItsWay: true } as const

const aRemark = (startLine: number, endLine: number): StudentFeedback['annotations'][number] => ({
  anchor: { fileId: 71, path: 'essay.txt' },
  startLine,
  endLine,
  kind: 'question',
  bodyHtml: '<p>Why?</p>',
})

function having(members: Partial<StudentFeedback>): void {
  const session = frontendInternal.operations.getSession.replies[200].example
  const preferences = { ...session.preferences, locale: 'en' }
  boundary.replyWith('getSession', { status: 200, body: { ...session, preferences } })
  boundary.replyWith('getMyFeedback', { status: 200, body: { ...example, ...members } })
}

function withText(text: string, name = 'essay.txt'): void {
  const { example: content } = frontendInternal.operations.getSubmissionContent.replies[200]
  boundary.replyWith('getSubmissionContent', {
    status: 200,
    body: {
      ...content,
      files: [{ ...content.files[0], fileId: 71, path: name, text, sha256: hash('sha256', text) }, content.files[0]],
    },
  })
}
