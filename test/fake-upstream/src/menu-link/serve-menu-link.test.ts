import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FakeUpstream } from '../fake-upstream.ts'
import { startFakeUpstream } from '../start-fake-upstream.ts'
import { signatureOf } from './sign-launch.ts'

const menu = { key: 'grading', secret: 'of both', launchUrl: 'https://grading.example/lti/launch?a="1"&b=%C3%A4' }

let upstream: FakeUpstream
beforeAll(async () => {
  upstream = await startFakeUpstream()
})
beforeEach(() => {
  upstream.menu = menu
})
afterAll(() => upstream.close())

describe('the page of people', () => {
  it('has everybody with a form for each course, named by the course, and the role there', async () => {
    const person = personOn(await peoplePage(), 'Terry Teacher')
    expect(person.match(/<button>.*<\/button> <span class="quiet">.*<\/span>/g)).toEqual([
      '<button>Programming 1</button> <span class="quiet">teacher</span>',
      '<button>Programming 2</button> <span class="quiet">teacher</span>',
    ])
    expect(person).toContain(upstream.world.tokenOf(101))
  })

  it('has all courses for the administrator of the site, who is on no list of them', async () => {
    const person = personOn(await peoplePage(), 'Site Admin')
    expect(person.match(/on no list of the course/g)).toHaveLength(4)
  })

  it('has no link of a hidden course for its students', async () => {
    expect(personOn(await peoplePage(), 'Eero Demonen 1')).not.toContain('Hidden and Ended')
  })

  it('has people without forms where no service is in the menus', async () => {
    upstream.menu = null
    const page = await peoplePage()
    expect(personOn(page, 'Terry Teacher')).toContain('Programming 1')
    expect(page).not.toContain('<form')
  })
})

describe('the page of a launch', () => {
  it('sends a form that is signed for the address to that address', async () => {
    const page = await (await launch({ user: 211, course: 11 })).text()
    const fields = fieldsOn(page)
    expect(unescaped(/action="([^"]*)"/.exec(page)?.[1] ?? '')).toBe(menu.launchUrl)
    expect(fields.at(-1)).toEqual(['oauth_signature', signatureOf(menu.launchUrl, fields.slice(0, -1), menu.secret)])
    expect(page).toMatch(/<button>\s*Open Course grading\s*<\/button>/)
  })

  it('says who comes to which course', async () => {
    const page = await (await launch({ user: 102, course: 11 })).text()
    expect(Object.fromEntries(fieldsOn(page))).toMatchObject({
      user_id: 'i102',
      roles: 'TA,TeachingAssistant',
      launch_presentation_locale: 'fi',
      context_title: '|en:Programming 1|fi:Ohjelmointi 1|',
      launch_presentation_return_url: `${upstream.url}/programming/1/`,
      custom_context_api_id: '11',
      custom_user_api_token: upstream.world.tokenOf(102),
    })
  })

  it('has a superuser as the teacher of a course that is on no list of that person', async () => {
    const page = await (await launch({ user: 1, course: 13 })).text()
    expect(Object.fromEntries(fieldsOn(page))).toMatchObject({ roles: 'Instructor', custom_context_api_id: '13' })
  })

  it.each([
    ['a person without a role in the course', { user: 105, course: 11 }],
    ['somebody unknown', { user: 99_999, course: 11 }],
    ['a form without fields', {}],
  ])('is not there for %s', async (_whom, form) => {
    expect((await launch(form)).status).toBe(404)
  })

  it('is not there where no service is in the menus', async () => {
    upstream.menu = null
    expect((await launch({ user: 101, course: 11 })).status).toBe(404)
  })
})

const peoplePage = async (): Promise<string> => (await fetch(upstream.url)).text()

const launch = (form: Record<string, number>): Promise<Response> =>
  fetch(`${upstream.url}/lti-login`, {
    method: 'POST',
    body: new URLSearchParams(Object.entries(form).map(([name, value]): [string, string] => [name, String(value)])),
  })

function personOn(page: string, name: string): string {
  return page.split('<li class="person">').find((person) => person.includes(`<h3>${name}</h3>`)) ?? ''
}

function fieldsOn(page: string): [string, string][] {
  return [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)" \/>/g)].map(
    ([, name = '', value = '']) => [unescaped(name), unescaped(value)],
  )
}

function unescaped(text: string): string {
  return text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
}
