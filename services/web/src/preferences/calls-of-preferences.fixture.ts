import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import type { CallsOfRoute } from '../web.fixture.ts'

const { preferences } = frontendInternal.operations.getSession.replies[200].example
const visit = 'getSession /session'

/** The routes of preferences and sessions, as in `callsOfRoutes`. */
export const callsOfPreferences: readonly CallsOfRoute[] = [
  [
    'putPreferences',
    '/preferences/foot',
    { form: { locale: 'en', theme: 'light' } },
    [
      visit,
      `putPreferences /preferences "7" ${JSON.stringify({
        ...preferences,
        locale: 'en',
        theme: 'light',
      })}`,
    ],
  ],
  ['showPreferences', '/preferences', {}, [visit]],
  [
    'preferences',
    '/preferences',
    {
      form: [
        ...Object.entries({
          person: '101',
          revision: '7',
          base: '{}',
          locale: 'sv',
          timeZone: 'Asia/Tokyo',
          theme: 'light',
        }),
        ['autoAdvance', 'on'],
        ['pinned', '12'],
        ['pinned', '11'],
      ],
    },
    [
      visit,
      `putPreferences /preferences "7" ${JSON.stringify({
        ...preferences,
        locale: 'sv',
        timeZone: 'Asia/Tokyo',
        theme: 'light',
        grading: { autoAdvance: true, hideTemplateCode: false, defaultQueue: 'next' },
        pinnedCourses: [12, 11],
      })}`,
    ],
  ],
  ['sessions', '/sessions', {}, [visit, 'listSessions /sessions?limit=200']],
  ['endOtherSessions', '/sessions', { form: {} }, [visit, 'deleteOtherSessions /sessions']],
]
