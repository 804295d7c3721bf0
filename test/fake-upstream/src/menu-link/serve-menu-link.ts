import type { ApiRequest } from '../http/api-request.ts'
import { languageFromHeader } from '../http/localise.ts'
import { htmlPage, type Reply } from '../http/reply.ts'
import type { World } from '../world/world.ts'
import { courseMenusOf } from './course-menus.ts'
import { launchPage } from './launch-page.ts'
import { peoplePage } from './people-page.ts'
import { type MenuService, signLaunch } from './sign-launch.ts'

const operations: Readonly<Record<string, string>> = {
  'GET /': 'showPeople',
  'HEAD /': 'showPeople',
  'POST /lti-login': 'launchService',
}

/** Null if this is not a page of the menu link. */
export function menuOperationOf(method: string, path: string): string | null {
  return operations[`${method} ${path}`] ?? null
}

/** The pages by which a person comes to the service. `siteUrl` is what others call this A+. */
export function serveMenuLink(
  world: World,
  siteUrl: string,
  service: MenuService | null,
  request: ApiRequest,
): Reply | null {
  const operation = menuOperationOf(request.method, request.path)
  if (operation === null) return null
  if (operation === 'showPeople') return peoplePage(world, service !== null)
  const form = new URLSearchParams(request.body.toString())
  const user = world.users.get(Number(form.get('user')))
  const menu =
    user?.isActive === true
      ? courseMenusOf(world, user).find(({ course }) => course.id === Number(form.get('course')))
      : undefined
  if (service === null || user === undefined || menu === undefined) return htmlPage(404, 'Page not found')
  const fields = signLaunch({
    service,
    siteUrl,
    person: {
      id: user.id,
      givenName: user.firstName,
      familyName: user.lastName,
      email: user.email,
      // A+ makes one for whoever has none.
      token: user.token ?? world.regenerateToken(user.id),
    },
    role: menu.role,
    course: { ...menu.course, path: menu.course.htmlPath },
    locale: user.language === '' ? languageFromHeader(request.headers['accept-language']) : user.language,
    timestampS: Math.floor(world.now() / 1000),
  })
  return launchPage(service.launchUrl, fields)
}
