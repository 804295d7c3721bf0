import { defineOperation } from '../operation/operation.ts'
import { preferencesExample } from './preferences-examples.ts'
import { preferences } from './preferences.ts'

export const getPreferences = defineOperation({
  method: 'get',
  path: '/preferences',
  tag: 'preferences',
  allow: 'signed_in',
  summary: 'Get the preferences of the caller',
  description: "The caller's preferences; defaults at revision 0 until they were first written.",
  example: {},
  replies: {
    200: { description: 'The preferences.', schema: preferences, etag: true, example: preferencesExample },
    304: { description: 'The preferences have not changed.', etag: true },
  },
})
