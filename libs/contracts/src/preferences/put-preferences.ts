import { defineOperation } from '../operation/operation.ts'
import { preferencesExample } from './preferences-examples.ts'
import { writtenPreferences } from './preferences.ts'

export const putPreferences = defineOperation({
  method: 'put',
  path: '/preferences',
  tag: 'preferences',
  allow: 'signed_in',
  summary: 'Replace the preferences of the caller',
  description: "Replaces the caller's preferences. The first write is based on revision 0.",
  body: writtenPreferences,
  ifMatch: true,
  example: { revision: 0, body: preferencesExample },
  replies: { 204: { description: 'The preferences are stored.', etag: true } },
})
