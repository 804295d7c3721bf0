import { createRouter } from '@course-grading/web'
import { describeInBrowser } from '@course-grading/test-kit/browser'
import type { SystemWorld } from '@course-grading/test-system/world'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { it as onSite, type Site, type Teacher } from './world.fixture.ts'

describeInBrowser('the addresses of the site', () => {
  it('are all reached by links of somebody, but for a few', { timeout: 300_000 }, ({ walks }) => {
    const reached = new Set(Object.values(walks).flatMap(({ reached: addresses }) => addresses.map(nameOf)))
    expect(names.filter((name) => !reached.has(name)).toSorted()).toEqual(notLinked)
  })

  it.for(['teacher', 'grader', 'assistant', 'student'] as const)(
    'are linked to no refusal on the pages of each: %s',
    (who, { walks }) => {
      expect(walks[who].refused).toEqual([])
    },
  )

  it.for(['grader', 'assistant', 'student'] as const)(
    'show who types what others reached a page or none at all, and none of a kind that no own link leads to: %s',
    async (who, { walks, site }) => {
      const own = new Set([...walks[who].reached.map(nameOf), ...(ownFiles[who] ?? [])])
      const page = await site.signedIn(people[who])
      const wrong: string[] = []
      for (const address of new Set(Object.values(walks).flatMap(({ reached }) => reached))) {
        const status = await statusOf(page, site.url + address)
        const isRight = status === 404 || (own.has(nameOf(address)) && (status === 200 || status === 303))
        if (!isRight) wrong.push(`${status} ${address}`)
      }
      expect(wrong).toEqual([])
      await page.context().close()
    },
  )
})

describeInBrowser('work that is anonymous and not released', () => {
  it.for(['teacher', 'grader'] as const)(
    'has no name on a page, in a file name or by a filter: %s',
    async (who, { site, teacher }) => {
      const params = { courseId: 11, exerciseId: 1104 }
      const { body: settings, etag: ifMatch } = await teacher.getExerciseGrading({ params })
      await teacher.putExerciseGrading({ params, body: { ...settings, anonymous: true }, ifMatch })
      const page = await site.signedIn(people[who])
      const list = '/courses/11/submissions?exercise=1104'
      const works = async (address: string) => linksIn(await textOf(page, site.url + address), address).filter(isWork)
      const shown = await works(list)
      expect(shown.length).toBeGreaterThan(0)
      for (const filter of ['&q=eero', '&q=500201', '&tag=group-a', '&tag=group-b'])
        expect(await works(list + filter)).toEqual([])
      const named: string[] = []
      for (const address of [list, ...shown, ...shown.map((work) => `${work}/work.zip`)]) {
        const reply = await page.request.get(site.url + address)
        const said = `${JSON.stringify(reply.headers())} ${(await reply.body()).toString('latin1')}`
        if (anyStudent.test(said)) named.push(address)
      }
      expect(named).toEqual([])
      await page.context().close()
    },
  )
})

/** Of the demo's students. */
const anyStudent = /(?:Esimerkki|Demonen|Testaaja|Kuvitteellinen|Mallikas|Harjoitus|N.{1,2}yte) \d/
const isWork = (address: string): boolean => address.startsWith('/submissions/')

/** The grader reads Finnish work of group A. */
const people = { teacher: 101, grader: 102, assistant: 105, student: 201 } as const
type Role = keyof typeof people

/** Pages without a link, which scripts ask for, or to which a launch, a form or the first steps of a course lead. */
const notLinked = [
  'asset',
  'more',
  'parked',
  'rubricMigration',
  'showListed',
  'showSignIn',
  'signedIn',
  'snippets',
  'standing',
  'work',
]

/** Files of works that they may read, to which no page of theirs has a link. */
const ownFiles: Partial<Record<Role, readonly string[]>> = {
  grader: ['worksAsFile'],
  student: ['file', 'workAsFile'],
}

const router = createRouter({ assets: { style: { path: '/style' }, icon: { path: '/icon' }, scripts: [] } } as never)
const routes = router.stack.filter(({ methods }) => methods.includes('GET'))
const names = [...new Set(routes.map(({ name }) => String(name)))]
/** Of two that have a path, that with fewer parameters. */
function nameOf(address: string): string {
  const { pathname } = new URL(address, 'http://own.invalid')
  const [route] = routes
    .filter(({ regexp }) => regexp.test(pathname))
    .toSorted((one, other) => one.paramNames.length - other.paramNames.length)
  return String(route?.name)
}

/** Addresses of a kind that are followed: of the same route, and with the same filters. */
const addressesOfKind = 5

interface Walk {
  readonly reached: readonly string[]
  readonly refused: readonly string[]
}

const it = onSite
  .extend('prepare', { scope: 'file' }, () => ({ upstream }: SystemWorld) => {
    upstream.world.setRole(11, people.assistant, 'assistant')
    // Of a work that the grader may read, and has handed in.
    Object.assign(upstream.world.submission(3036), { submitterIds: [205, people.grader] })
  })
  // What the pages of each person link to, from the first page on.
  .extend('walks', { scope: 'file' }, async ({ site, teacher }): Promise<Readonly<Record<Role, Walk>>> => {
    await fill(teacher)
    const [asTeacher, asGrader, asAssistant, asStudent] = await Promise.all([
      walk(site, people.teacher),
      walk(site, people.grader),
      walk(site, people.assistant),
      walk(site, people.student),
    ])
    return { teacher: asTeacher, grader: asGrader, assistant: asAssistant, student: asStudent }
  })

/** A work that is released, one that is held, and others that wait; a draft and two versions of a rubric; a text to a student. */
async function fill(teacher: Teacher): Promise<void> {
  for (const submissionId of [3031, 3033, 3036, 3032]) {
    const { body: claimed } = await teacher.claimSubmission({ params: { submissionId } })
    const params = { id: claimed.id }
    const body = { scores: { structure: { levelId: 'good' } } }
    const { etag: ifMatch } = await teacher.patchAssessment({ params, query: { base: claimed.revision }, body })
    if (submissionId !== 3032) await teacher.completeAssessment({ params, ifMatch })
  }
  const params = { courseId: 11, exerciseId: 1103 }
  await teacher.releaseGrades({ params })
  await teacher.createFeedback({ params, body: { userId: 201, language: 'en' } })
  const { rubricId } = (await teacher.getExerciseGrading({ params })).body
  const { body: rubric, etag: ifMatch } = await teacher.getRubric({ params: { rubricId: rubricId ?? '' } })
  const document = { ...rubric.latest!, startingPoints: 1 }
  await teacher.createRubric({ params, body: { document } })
  const drafted = await teacher.putRubricDraft({ params: rubric, body: document, ifMatch })
  await teacher.publishRubric({ params: rubric, ifMatch: drafted.etag })
}

async function walk(site: Site, userId: number): Promise<Walk> {
  const page = await site.signedIn(userId)
  const [waiting, known, reached, refused] = [['/'], new Set(['/']), [] as string[], [] as string[]]
  const counts = new Map<string, number>()
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    const reply = await page.request.get(site.url + address, { maxRedirects: 0 })
    const status = reply.status()
    if (status === 200 || status === 303) reached.push(address)
    else refused.push(`${status} ${address}`)
    const isPage = reply.headers()['content-type']?.startsWith('text/html') === true
    const links =
      status === 303 ? [reply.headers()['location'] ?? ''] : isPage ? linksIn(await reply.text(), address) : []
    await reply.dispose()
    for (const link of links) {
      const kind = `${nameOf(link)}?${[...new URL(link, site.url).searchParams.keys()].join()}`
      const count = counts.get(kind) ?? 0
      if (known.has(link) || count >= addressesOfKind) continue
      known.add(link)
      counts.set(kind, count + 1)
      waiting.push(link)
    }
  }
  await page.context().close()
  return { reached, refused }
}

/** Links to other pages of the site. */
const linksIn = (text: string, address: string): string[] =>
  [...text.matchAll(/<a [^>]*?href="([^"]*)"/g)].flatMap(([, href = '']) => {
    const url = new URL(href.replaceAll('&amp;', '&'), `http://own.invalid${address}`)
    return url.host === 'own.invalid' ? [url.pathname + url.search] : []
  })

async function statusOf(page: Page, url: string): Promise<number> {
  const reply = await page.request.get(url, { maxRedirects: 0 })
  await reply.dispose()
  return reply.status()
}

const textOf = async (page: Page, url: string): Promise<string> => await (await page.request.get(url)).text()
