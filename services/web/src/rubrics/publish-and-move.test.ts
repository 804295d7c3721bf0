import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { beforeEach, describe, expect, it } from 'vitest'
import { openTestWeb } from '../web.fixture.ts'

const { ask, boundary } = await openTestWeb()
const { operations } = frontendInternal
const session = operations.getSession.replies[200].example
const rubric = operations.getRubric.replies[200].example
const migration = operations.getRubricMigration.replies[200].example
const path = `/courses/11/rubrics/${rubric.rubricId}`
const planned = `${path}/migrations/${migration.migrationId}`
const published = {
  ...rubric,
  hasDraft: false,
  draft: null,
  latestVersion: 2,
  uses: [{ version: 1, inProgress: 4, completed: 27 }],
}

beforeEach(() => {
  boundary.forget()
  as('teacher')
})

function as(...roles: string[]): void {
  const courses = session.courses.map((course) => ({ ...course, roles }))
  const preferences = { ...session.preferences, locale: 'en' }
  boundary.replyWith('getSession', { status: 200, body: { ...session, courses, preferences } })
}

const open = async (page: string): Promise<string> => (await ask(page, { signedIn: true })).text
const send = async (page: string, form: Record<string, string> = { revision: '3' }) =>
  (await ask(page, { signedIn: true, form })).headers.location
const is = (body: object) => boundary.replyWith('getRubric', { status: 200, body })
const refuse = (status: number, code: string) => ({ status, body: { code, requestId: 'r-12345678', fieldErrors: [] } })

describe('publishing', () => {
  it('says whether it makes a version or a wording, and of how many works', async () => {
    is({ ...rubric, uses: published.uses })
    const version = await open(`${path}/publish`)
    expect(version).toContain('>Publish version 2</button>')
    expect(version).toContain('4 begun and 27 completed works stay on their version')
    is({ ...rubric, uses: published.uses, draft: { ...rubric.latest, title: { en: 'Other' } } })
    const wording = await open(`${path}/publish`)
    expect(wording).toContain('>Publish new wording</button>')
    expect(wording).toContain('<ins lang="en">Other</ins>')
  })

  it('is of the revision that the page shows', async () => {
    is({ ...rubric, revision: 41 })
    expect(await open(`${path}/publish`)).toMatch(/publish"><input type="hidden" name="revision" value="41"\/>/)
  })

  it('has no button where the draft says the same', async () => {
    is({ ...rubric, draft: rubric.latest })
    expect(await open(`${path}/publish`)).not.toContain('class="main"')
  })

  it('leads on to the exercise and the works, and back to the work', async () => {
    is(published)
    const text = await open(`${path}/publish?exercise=1103&from=/grade/x&done=published`)
    expect(text).toContain('>Use it for Essay program</button>')
    expect(text).toContain(`href="${path}/move?exercise=1103&amp;from=%2Fgrade%2Fx"`)
    expect(text).toContain('<a href="/grade/x">Back to the work</a>')
  })

  it.each([
    ['publish', 'publishRubric', 412, 'revision_conflict'],
    ['publish', 'publishRubric', 409, 'not_in_state'],
    ['use?exercise=1103', 'putExerciseGrading', 412, 'revision_conflict'],
    ['use?exercise=1103', 'putExerciseGrading', 400, 'validation_failed'],
  ] as const)('that is refused says so: %s, %s, %d', async (page, operation, status, code) => {
    boundary.replyWith(operation, refuse(status, code))
    expect(await send(`${path}/${page}`)).toContain('done=changed')
  })
})

describe('moving works', () => {
  it.each([
    [{ toVersion: '2' }, 'none'],
    [{ toVersion: '2', completed: 'on' }, 'tooMany'],
  ])('plans nothing from %j', async (form, fault) => {
    boundary.replyWith('planRubricMigration', refuse(400, 'validation_failed'))
    expect(await send(`${path}/move`, form)).toContain(`${path}/move?fault=${fault}`)
  })

  it('keeps what was chosen where nothing could be planned', async () => {
    boundary.replyWith('planRubricMigration', refuse(400, 'validation_failed'))
    const form = { toVersion: '2', completed: 'on', exerciseId: '1103' }
    const text = await open((await send(`${path}/move?exercise=1104`, form)) ?? '')
    expect(text).toContain('<option value="1103" selected>')
    expect(text).toMatch(/name="in_progress" value="on" autocomplete/)
    expect(text).toMatch(/name="completed" value="on" checked/)
  })

  it('shows what would change in sentences and by work, and moves all but the blocked', async () => {
    const text = await open(planned)
    expect(text).toContain('A+ will show other points for 9 once you release them.')
    expect(text).toContain('>Move 30 works</button>')
    expect(text).toContain('Eero Demonen 2')
    expect(text).toContain(`action="${planned}/run"`)
  })

  it('shows its works by effect on each page of them, and is planned for the version that stands', async () => {
    boundary.replyWith('getRubricMigration', { status: 200, body: { ...migration, nextCursor: 'c' } })
    expect(await open(`${planned}?effect=result`)).toContain(`href="${planned}?effect=result&amp;cursor=c"`)
    is({ ...published, latestVersion: 7 })
    expect(await open(`${path}/move`)).toContain('name="toVersion" value="7"')
  })

  it.each([409, 412])('that was refused (%d) says so, and is planned again', async (status) => {
    boundary.replyWith('runRubricMigration', refuse(status, 'revision_conflict'))
    expect(await send(`${planned}/run`)).toBe(`${planned}?stale=`)
    const text = await open(`${planned}?stale=`)
    expect(text).toContain('Nothing was moved')
    expect(text).not.toMatch(/Move \d+ works</)
  })

  it('is over once it ran', async () => {
    boundary.replyWith('getRubricMigration', { status: 200, body: { ...migration, state: 'run' } })
    const text = await open(planned)
    expect(text).toContain('30 works were moved. Nothing was sent.')
    expect(text).not.toContain('Plan again')
  })
})

it.each(['publish', 'move', `migrations/${migration.migrationId}`])('%s is not there for a grader', async (page) => {
  as('grader')
  expect((await ask(`${path}/${page}`, { signedIn: true })).status).toBe(404)
})
