import { demoTokenOf, type MenuService, signLaunch } from '@course-grading/test-fake-upstream'
import type { SystemWorld } from '@course-grading/test-system/world'
import { describeInBrowser } from '@course-grading/test-kit/browser'
import { expect } from 'vitest'
import { fieldOf } from './essays.fixture.ts'
import { it } from './grader.fixture.ts'
import { isAccessible } from './is-accessible.ts'
import { launchIn } from './launches.fixture.ts'

describeInBrowser('a launch from the menu of the platform', () => {
  it('comes from no origin, and leads to the course', async ({ site }) => {
    const page = await site.newPage()
    const posted = page.waitForRequest((request) => request.url().startsWith(`${site.url}/lti/launch`))
    await launchIn(page, site, 102)
    const { origin, referer } = await (await posted).allHeaders()
    expect([origin, referer, page.url()]).toEqual(['null', undefined, `${site.url}/courses/11`])
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Programming 1')
    await page.context().close()
  })

  it('over the same person goes on in a new session, and the open work saves', async ({ site, grader, essays }) => {
    const { page, work } = await grader.open()
    const other = await page.context().newPage()
    await launchIn(other, site, 102)
    await fieldOf(page, 'Feedback').fill('Typed after the launch.')
    await expect.poll(async () => (await essays.stored(work)).body).toBe('Typed after the launch.')
    expect(other.url()).toBe(`${site.url}/courses/11`)
    await page.close()
  })

  it('of a superuser who is on no list of the course says so, beside their own courses', async ({ site }) => {
    const page = await site.newPage({ javaScriptEnabled: true })
    await launchIn(page, site, superuser)
    await isAccessible(page)
    expect(await page.getByRole('status').innerText()).toContain('none of yours here')
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('My courses')
    await page.context().close()
  })

  it.for(['public', 'anonymous'] as const)(
    'that brings no token says what to do: %s',
    async (access, { site, world }) => {
      const page = await site.newPage()
      const { menu } = world.upstream
      world.upstream.menu = menu && { ...menu, access }
      await launchIn(page, site, 102)
      world.upstream.menu = menu
      expect(await page.getByRole('alert').innerText()).toBe('A+ did not tell this service who you are.')
      expect(await page.context().cookies()).toEqual([])
      await page.context().close()
    },
  )

  it('signs in once: sent again, it is refused with a page that helps', async ({ site, world }) => {
    const form = formOf(menuOf(world).launchUrl, launchOf(menuOf(world), site.platformUrl))
    const page = await site.newPage({ javaScriptEnabled: true })
    await page.setContent(form)
    await page.waitForURL(`${site.url}/courses/11`)
    await page.goto('about:blank')
    await page.setContent(form)
    await page.waitForURL(`${site.url}/lti/launch?menu=3`)
    await isAccessible(page)
    expect(await page.getByRole('alert').innerText()).toBe('This launch has been used before. Each one signs in once.')
    expect(await page.getByRole('listitem').allInnerTexts()).toEqual([
      'Open the entry in the menu of your course in A+ again.',
    ])
    await page.context().close()
  })
})

describeInBrowser('a launch over the live session of another person', () => {
  it('asks, and after a no everything is as it was', async ({ site, grader, essays }) => {
    const { page, work } = await grader.open()
    const other = await page.context().newPage()
    await launchIn(other, site, 101)
    expect(await other.getByRole('heading', { level: 1 }).innerText()).toBe('Who are you?')
    await isAccessible(other)
    await fieldOf(page, 'Feedback').fill('Typed while it asks.')
    await expect.poll(async () => (await essays.stored(work)).body).toBe('Typed while it asks.')
    await other.getByRole('button', { name: /^Stay / }).click()
    await other.waitForURL(`${site.url}/`)
    await fieldOf(page, 'Feedback').fill('Typed after the answer.')
    await expect.poll(async () => (await essays.stored(work)).body).toBe('Typed after the answer.')
    await page.close()
  })

  it('that another site sent by force ends nothing of the open work', async ({ site, world, grader, essays }) => {
    const { page, work } = await grader.open()
    const other = await page.context().newPage()
    await other.goto('data:text/html,<title>A prize</title>')
    await other.setContent(formOf(menuOf(world).launchUrl, launchOf(menuOf(world), site.platformUrl)))
    await other.waitForURL(`${site.url}/signed-in`)
    await fieldOf(page, 'Feedback').fill('Typed on.')
    await expect.poll(async () => (await essays.stored(work)).body).toBe('Typed on.')
    await page.reload()
    expect(await fieldOf(page, 'Feedback').inputValue()).toBe('Typed on.')
    await other.getByRole('button', { name: /^Stay / }).click()
    await page.close()
  })

  it('asks once more before a yes that erases text which is not saved', async ({ site, essays }) => {
    const { page, work } = await essays.open(102)
    await page.route('**/wording', (route) => route.fulfill({ status: 429 }))
    await fieldOf(page, 'Feedback').fill('Not saved yet.')
    const other = await page.context().newPage()
    await other.route('**/wording', (route) => route.fulfill({ status: 429 }))
    await launchIn(other, site, 101)
    const asked: string[] = []
    other.on('dialog', (dialog) => {
      asked.push(dialog.message())
      void (asked.length === 1 ? dialog.dismiss() : dialog.accept())
    })
    const yes = other.getByRole('button', { name: /^Sign in as / })
    await yes.click()
    await expect.poll(() => asked.length).toBe(1)
    expect(other.url()).toBe(`${site.url}/signed-in`)
    await yes.click()
    await other.waitForURL(`${site.url}/courses/11`)
    expect(asked[0]).toContain('Some of what was typed here is not saved yet.')
    expect((await essays.stored(work)).body).not.toBe('Not saved yet.')
    await page.context().close()
  })
})

describeInBrowser('the same launch', () => {
  it('makes one session where it is sent twice at once, at two replicas, and after a restart', async ({
    site,
    world,
  }) => {
    const form = launchOf(menuOf(world), site.platformUrl)
    const replica = await site.web.startReplica()
    const send = async (url: string) => {
      const body = new URLSearchParams(form)
      const reply = await fetch(`${url}/lti/launch?menu=3`, { method: 'POST', body, redirect: 'manual' })
      return reply.status
    }
    const statuses = await Promise.all([site.url, replica.url, site.url, replica.url].map(send))
    expect(statuses.toSorted()).toEqual([303, 403, 403, 403])
    await site.frontend.end()
    await site.frontend.start()
    await site.web.end()
    await site.web.start()
    expect(await Promise.all([site.url, replica.url].map(send))).toEqual([403, 403])
    replica.signal('SIGINT')
    await replica.exited
  })

  it('leaves nothing that a browser reports', ({ site }) => {
    expect(site.faults).toEqual([])
  })
})

const superuser = 1

function menuOf({ upstream }: SystemWorld): MenuService {
  if (upstream.menu === null) throw new Error('the platform has no menu entry')
  return upstream.menu
}

const teacher = { id: 101, givenName: 'Ada', familyName: 'Teacher', email: 'ada@plus.example', token: demoTokenOf(101) }

const launchOf = (service: MenuService, siteUrl: string) =>
  signLaunch({
    service,
    siteUrl,
    person: teacher,
    role: 'teacher',
    course: { id: 11, code: 'P1', name: 'Programming 1', path: 'p1/2026' },
  })

/** A form that sends itself. */
function formOf(action: string, fields: readonly (readonly [string, string])[]): string {
  const inputs = fields.map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
  return `<form method="post" action="${action}">${inputs.join('')}</form><script>document.forms[0].submit()</script>`
}
