import type { Reply } from '../http/reply.ts'
import { fullNameOf, type User } from '../world/user.ts'
import type { World } from '../world/world.ts'
import { courseMenusOf, type CourseMenu, englishNameOf } from './course-menus.ts'
import { html, type Html, pageReply } from './html.ts'

interface Person {
  readonly user: User
  readonly menus: readonly CourseMenu[]
}

/** One course has more than a thousand students. */
const shownOfGroup = 30

/** Everybody, and where they have the menu link. Nobody has to sign in to this A+. */
export function peoplePage(world: World, hasMenuLink: boolean): Reply {
  const people = [...world.users.values()]
    .filter(({ isActive }) => isActive)
    .toSorted((one, other) => Number(one.isSuperuser) - Number(other.isSuperuser))
    .map((user): Person => ({ user, menus: courseMenusOf(world, user) }))
  const groups = Map.groupBy(people, groupOf)
  return pageReply(
    'A+ simulator',
    html`<p>
        ${
          hasMenuLink
            ? 'These are the people of the demo. Press a course: the person goes to Course grading by the link in the menu of that course.'
            : 'These are the people of the demo. The courses have no link to Course grading in their menus.'
        }
      </p>
      <p>Course grading also takes a person’s API token, on its page for signing in.</p>
      ${[...groups].map(([name, members]) => group(name, members, hasMenuLink))}`,
  )
}

function groupOf({ user, menus }: Person): string {
  if (user.isSuperuser) return 'Administrators of the site'
  const [first] = menus
  if (first === undefined) return 'Without a course'
  return menus.some(({ role }) => role !== 'student')
    ? 'Teachers and assistants'
    : `Students of ${englishNameOf(first.course)}`
}

function group(name: string, members: readonly Person[], hasMenuLink: boolean): Html {
  const shown = members.slice(0, shownOfGroup)
  const more = members.length - shown.length
  return html`<section>
    <h2>${name}</h2>
    <ul>
      ${shown.map((person) => row(person, hasMenuLink))}
    </ul>
    ${more === 0 ? '' : html`<p class="quiet">${more} more are not shown.</p>`}
  </section> `
}

function row({ user, menus }: Person, hasMenuLink: boolean): Html {
  return html`<li class="person">
    <h3>${fullNameOf(user)}</h3>
    <p class="quiet">${user.username}${user.token === null ? '' : html`, API token <code>${user.token}</code>`}</p>
    <div class="launches">
      ${menus.map((menu) => (hasMenuLink ? launchForm(user, menu) : html`<span>${englishNameOf(menu.course)} ${roleText(menu)}</span> `))}
    </div>
  </li> `
}

function launchForm(user: User, menu: CourseMenu): Html {
  return html`<form method="post" action="/lti-login">
    <input type="hidden" name="user" value="${user.id}" />
    <input type="hidden" name="course" value="${menu.course.id}" />
    <button>${englishNameOf(menu.course)}</button> ${roleText(menu)}
  </form> `
}

function roleText({ role, isSuperuser }: CourseMenu): Html {
  return html`<span class="quiet">${isSuperuser ? 'on no list of the course' : role}</span>`
}
