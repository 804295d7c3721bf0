import Type, { type Static } from 'typebox'
import { nullable } from '../schemas/paging.ts'
import { textOf } from '../schemas/text-rules.ts'
import { upstreamId } from '../schemas/ids.ts'

const oneOf = <const Values extends readonly string[]>(...values: Values) =>
  Type.Enum([...values] as unknown as Values, { type: 'string' })
const closed = { additionalProperties: false }

export const preferences = Type.Object(
  {
    locale: Type.String({
      minLength: 1,
      maxLength: 35,
      ...textOf('label', 'The name that the frontend uses for the language, e.g. `fi` or `fi_FI`.'),
    }),
    timeZone: nullable(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'The IANA time zone in which the frontend writes times, e.g. `Europe/Helsinki`; null: its own.',
      }),
    ),
    theme: oneOf('system', 'light', 'dark'),
    editor: Type.Object(
      {
        fontSize: Type.Integer({ minimum: 8, maximum: 32 }),
        tabSize: Type.Integer({ minimum: 1, maximum: 8 }),
        wrap: Type.Boolean(),
      },
      closed,
    ),
    grading: Type.Object(
      {
        autoAdvance: Type.Boolean(),
        hideTemplateCode: Type.Boolean(),
        defaultQueue: oneOf('next', 'list'),
      },
      closed,
    ),
    pinnedCourses: Type.Array(upstreamId('A course.'), { maxItems: 200, uniqueItems: true }),
    notifications: Type.Object(
      {
        assigned: Type.Boolean(),
        ambiguousDelivery: Type.Boolean(),
        digest: oneOf('off', 'daily'),
      },
      { ...closed, description: 'Stored for the frontend; this service sends no mail.' },
    ),
  },
  { title: 'Preferences', ...closed, description: 'The preferences of one person.' },
)
export type Preferences = Static<typeof preferences>

/** A write may leave out the time zone, which then stays. */
export const writtenPreferences = Type.Object(
  { ...preferences.properties, timeZone: Type.Optional(preferences.properties.timeZone) },
  {
    title: 'WrittenPreferences',
    ...closed,
    description: 'The preferences of one person. A time zone that is left out stays as it is.',
  },
)
export type WrittenPreferences = Static<typeof writtenPreferences>

/** The preferences of somebody who never chose any, at revision 0. */
export const defaultPreferences: Preferences = {
  locale: 'en',
  timeZone: null,
  theme: 'system',
  editor: { fontSize: 14, tabSize: 4, wrap: true },
  grading: { autoAdvance: true, hideTemplateCode: true, defaultQueue: 'next' },
  pinnedCourses: [],
  notifications: { assigned: true, ambiguousDelivery: true, digest: 'off' },
}
