import { describeInBrowser } from '@course-grading/test-kit/browser'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { it } from './graded.fixture.ts'
import type { Hand } from './hands.fixture.ts'
import type { Site } from './world.fixture.ts'

interface Student {
  readonly userId: number
  readonly name: string
}

/** `written` gets a text, and whose grade does not arrive is erased; what pages offer alone is pressed. The tests are a sequence. */
export const tellPeople = (title: string, { javaScriptEnabled, ...hand }: Hand, written: Student): void =>
  describeInBrowser(title, () => {
    it('finds a student, and writes, publishes, changes, restores and withdraws a text', async ({ site }) => {
      page = await site.signedIn(101, { javaScriptEnabled })
      const theirs = await site.signedIn(written.userId)
      await page.goto(`${site.url}/courses/11`)
      await follow(link('Students'))
      await type(page.getByRole('textbox', { name: 'Name' }), written.name)
      await follow(button('Filter'))
      await follow(link(written.name))
      await follow(button('Write feedback'))
      await write('Read chapter 3.')
      await follow(button('Save'))
      expect(await said()).toBe('It is saved.')
      expect(await readBy(theirs)).toBeNull()
      await follow(button('Publish'))
      expect(await readBy(theirs)).toContain('Read chapter 3.')
      await write('Read chapter 4.')
      await follow(button('Save'))
      expect(await main()).toMatch(/published since .*, read .*reads the text as it was published/s)
      expect(await readBy(theirs)).toContain('Read chapter 3.')
      await follow(button('Publish again'))
      expect(await readBy(theirs)).toContain('Read chapter 4.')
      await follow(link('the text of version 1'))
      await follow(button('Restore'))
      expect(await text().inputValue()).toBe('Read chapter 3.')
      await follow(button('Withdraw'))
      expect(await said()).toContain('It is withdrawn')
      expect(await readBy(theirs)).toBeNull()
    })

    it('is refused an erasure while a grade perhaps arrived, decides about it, and erases', async ({
      site,
      graded,
      teacher,
      world,
    }) => {
      const { submissionId } = await graded.ambiguous()
      const [userId = 0] = world.upstream.world.submission(submissionId).submitterIds
      const { body } = await teacher.getStudent({ params: { courseId: 11, userId } })
      const { fullName: name } = body
      const traces = [name, body.email, body.studentId ?? name]
      await page.goto(`${site.url}/courses/11/students/${userId}`)
      for (const trace of traces) expect(await main()).toContain(trace)
      await follow(link('Erase'))
      await type(page.getByRole('textbox', { name: 'Name' }), name)
      await follow(button('Erase'))
      expect(await page.getByRole('alert').innerText()).toContain('Nothing can be erased yet')
      const erasing = page.url()
      await follow(link(`Submission ${submissionId}`))
      await type(page.getByRole('textbox', { name: 'Reason' }), 'Seen in A+.')
      await follow(button('It arrived'))
      await page.goto(erasing)
      await type(page.getByRole('textbox', { name: 'Name' }), name)
      await follow(button('Erase'))
      expect(await said()).toBe('The data of this person is erased here.')
      expect(await tracesOf(site, traces)).toEqual([])
      if (javaScriptEnabled) expect(await page.evaluate<string>(storage)).not.toContain(name)
      await page.context().close()
    })

    const follow = (what: Locator): Promise<void> => hand.follow(page, what)

    async function type(where: Locator, words: string): Promise<void> {
      await hand.press(page, where)
      await page.keyboard.press('Control+A')
      await page.keyboard.type(words)
    }
    const write = (words: string): Promise<void> => type(text(), words)
  })

let page: Page

const button = (name: string): Locator => page.getByRole('button', { name, exact: true })
const link = (name: string): Locator => page.getByRole('link', { name, exact: true })
const text = (): Locator => page.getByRole('textbox', { name: 'Text' })
const main = (): Promise<string> => page.getByRole('main').innerText()
const said = (): Promise<string> => page.getByRole('status').innerText()

/** What the student reads; null where there is nothing. */
async function readBy(theirs: Page): Promise<string | null> {
  await theirs.goto(`${new URL(theirs.url()).origin}/feedback`)
  const about = theirs.getByRole('main').getByRole('link', { name: 'About your work in the course' })
  if ((await about.count()) === 0) return null
  await about.click()
  return await theirs.getByRole('main').innerText()
}

/** The addresses at which the teacher still finds any of the texts: what pages link to, from the course's page on, files included. */
async function tracesOf(site: Site, traces: readonly string[]): Promise<string[]> {
  const { request } = page.context()
  const found: string[] = []
  const seen = new Set(['/courses/11'])
  // A set gives what is added while it is walked, too.
  for (const path of seen) {
    const body = (await (await request.get(site.url + path, { timeout: 60_000 })).body()).toString('latin1')
    if (traces.some((trace) => body.includes(Buffer.from(trace).toString('latin1')))) found.push(path)
    if (!body.startsWith('<!doctype html>')) continue
    for (const [, to = ''] of body.matchAll(/ href="(\/(?:courses\/11|grade|submissions|deliveries|feedback)[^"#]*)/g))
      if (seen.size < 250 && !to.endsWith('/erase')) seen.add(to.replaceAll('&amp;', '&'))
  }
  return found
}

/** All that the browser keeps of the site. */
const storage = `(async () => {
  const kept = [{ ...localStorage }, { ...sessionStorage }]
  for (const { name } of await indexedDB.databases()) {
    const db = await new Promise((resolve, reject) =>
      Object.assign(indexedDB.open(name), { onsuccess: (event) => resolve(event.target.result), onerror: reject }))
    for (const store of db.objectStoreNames)
      kept.push(await new Promise((resolve, reject) =>
        Object.assign(db.transaction(store).objectStore(store).getAll(), { onsuccess: (event) => resolve(event.target.result), onerror: reject })))
    db.close()
  }
  for (const name of await caches.keys()) kept.push(name)
  return JSON.stringify(kept)
})()`
