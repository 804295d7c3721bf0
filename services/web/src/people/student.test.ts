import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { describe, expect, it } from 'vitest'
import { openTeaching } from '../settings/settings-forms.fixture.ts'

const { ask, boundary, signIn, writes } = await openTeaching()
const { example } = frontendInternal.operations.getStudent.replies[200]
const path = '/courses/11/students/201'
const [work] = example.submissions
const refused = (status: number, code: string) => ({ status, body: { code, requestId: 'r-12345678' } })

describe('the page of a student', () => {
  it('has the newest 200 of all submissions, with a link to them all', async () => {
    const submissions = Array.from({ length: 5_000 }, (_, place) => ({
      ...work,
      submissionId: 9_000 + place,
    }))
    boundary.replyWith('getStudent', { status: 200, body: { ...example, submissions } })
    const { text } = await ask(path, { signedIn: true })
    expect(text.match(/href="\/submissions\/9\d+"/g)).toHaveLength(200)
    expect(text).toContain('href="/courses/11/submissions?q=500201"')
    boundary.replyWith('getStudent', { status: 200, body: { ...example, submissions, studentId: '' } })
    expect((await ask(path, { signedIn: true })).text).toContain('href="/courses/11/submissions?q=Eero+Demonen+1"')
  })

  it.each([
    ['teacher', { left: false }, [true, true]],
    ['teacher', { left: true }, [false, true]],
    ['teacher', { userId: 101 }, [false, true]],
    ['grader', { left: false }, [true, false]],
  ])('offers what may be done: to a %s about %o', async (role, change, offers) => {
    signIn(role)
    boundary.replyWith('getStudent', { status: 200, body: { ...example, ...change } })
    const { text } = await ask(path, { signedIn: true })
    expect([text.includes('Write feedback'), text.includes('/erase"')]).toEqual(offers)
  })

  it.each([
    [404, 'not_found', 'notWritten'],
    [400, 'validation_failed', 'full'],
  ])('says why no text was begun: %i', async (status, code, notice) => {
    boundary.replyWith('createFeedback', refused(status, code))
    const { headers } = await ask(`${path}/feedback`, { signedIn: true, form: { language: 'fi' } })
    expect(headers.location).toBe(`${path}?notice=${notice}`)
  })

  it.each(['assistant', 'student'])(
    'is not there for a person who is only %s, nor is what is below it',
    async (role) => {
      signIn(role)
      const paths = ['', '/erase'].map((below) => path + below)
      for (const each of ['/courses/11/students', ...paths])
        expect((await ask(each, { signedIn: true })).status).toBe(404)
    },
  )
})

describe('an erasure', () => {
  const erase = (name: string) => ask(`${path}/erase`, { signedIn: true, form: { person: '101', revision: '0', name } })

  it('needs the name, whatever is not seen of it', async () => {
    const { status, text } = await erase('Eero Demonen 2')
    expect([status, writes('eraseStudentData')]).toEqual([400, []])
    expect(text).toContain('This is not the name. Nothing was erased.')
    boundary.replyWith('getStudent', { status: 200, body: { ...example, fullName: '\u202eEero\n Demonen 1 ' } })
    expect((await ask(`${path}/erase`, { signedIn: true })).text).toContain('To erase, type Eero')
    expect((await erase('Eero Demonen 1')).headers.location).toBe('/courses/11/students?done=erased')
  })

  it('needs something typed for a name of which nothing is seen', async () => {
    boundary.replyWith('getStudent', { status: 200, body: { ...example, fullName: '\u200b' } })
    expect([(await erase('')).status, writes('eraseStudentData')]).toEqual([400, []])
    expect((await erase(example.username)).headers.location).toBe('/courses/11/students?done=erased')
  })

  it('links the deliveries in its way', async () => {
    const unsettled = [{ deliveryId: 'd-1', submissionId: 9001, state: 'ambiguous' }]
    boundary.replyWith('eraseStudentData', refused(409, 'delivery_ambiguous'))
    boundary.replyWith('getStudent', { status: 200, body: { ...example, unsettled } })
    const { status, text } = await erase('Eero Demonen 1')
    expect(status).toBe(409)
    expect(text).toContain('<a href="/deliveries/d-1">Submission 9001</a>: Perhaps arrived')
    boundary.replyWith('getStudent', { status: 200, body: { ...example, unsettled: [] } })
    expect((await erase('Eero Demonen 1')).text).toMatch(/role="alert"[^>]*>.*The grade is being sent to A\+ right now/)
  })

  it('is a page for teachers alone', async () => {
    signIn('grader')
    expect([(await ask(`${path}/erase`, { signedIn: true })).status, (await erase('Eero Demonen 1')).status]).toEqual([
      404, 404,
    ])
    expect(writes('eraseStudentData')).toEqual([])
  })
})
