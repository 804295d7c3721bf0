import type { issueCodes } from '@course-grading/contracts/problems/issue-codes'
import type { PublicProblemCode } from '@course-grading/contracts/problems/public-problems'

export type Retry = 'never' | 'after_a_change' | 'after_reading' | 'later'

export const publicRemedies: Readonly<Record<PublicProblemCode, { readonly retry: Retry; readonly text: string }>> = {
  validation_failed: {
    retry: 'after_a_change',
    text: 'Read `issues`: each has the path of one value, a code, and a message. All of them are there at once, so mend them all and send the document again. Nothing was changed.',
  },
  invalid_token: {
    retry: 'after_a_change',
    text: 'Check that the header is `Authorization: Token <API_TOKEN>`, and that the token is the one on your profile page of the learning platform: making a new one there ends the old one. Do not try again in a loop, since refused tokens are counted.',
  },
  forbidden: {
    retry: 'after_a_change',
    text: 'The token is good, but its owner is not a teacher of this course on the learning platform. Check `courseId`, or ask a teacher of the course to add you there. A role that was just given counts with the next write, and for reads within a minute.',
  },
  not_found: {
    retry: 'after_a_change',
    text: 'Check the path and `courseId`, which is the id of the course instance on the learning platform. A course that was never set up here must first be configured in the web frontend.',
  },
  method_not_allowed: {
    retry: 'after_a_change',
    text: 'Use one of the methods that the `Allow` header names. There is no `PATCH`: read the document, change it, and `PUT` the whole.',
  },
  request_timeout: {
    retry: 'later',
    text: 'Nothing was changed. Send the request again, over a connection that is fast enough; a client that prepares the body first sends it at once.',
  },
  manual_grading_exercise_conflict: {
    retry: 'after_a_change',
    text: 'Each exercise is graded by hand in one course only. `issues` names the exercises that another course has; leave them out, or have that course give them up first. Nothing was changed.',
  },
  revision_conflict: {
    retry: 'after_a_change',
    text: 'Somebody else wrote since you read. Read again, make your change in the new document, and send that with its revision. Never send the old document with the new revision: that would undo what the other person wrote.',
  },
  payload_too_large: {
    retry: 'after_a_change',
    text: 'Send a smaller document. A settings document that is within the limits of its fields is far below this size.',
  },
  unsupported_media_type: {
    retry: 'after_a_change',
    text: 'Send `Content-Type: application/json`, and the body as UTF-8 without compression.',
  },
  precondition_required: {
    retry: 'after_a_change',
    text: 'Send `If-Match` with the `ETag` of the document that you read and changed, quotes included.',
  },
  rate_limited: {
    retry: 'later',
    text: 'Wait for as many seconds as `Retry-After` says, then send the request again. If you get it although you send few requests, check the token: refused ones have a limit of their own.',
  },
  internal: {
    retry: 'after_reading',
    text: 'This is a fault of the service. Give its operators the `requestId`. A write may or may not have been stored: read the settings before you send it again.',
  },
  aplus_unavailable: {
    retry: 'later',
    text: 'The learning platform could not be asked about your token, your role or the graders. Nothing was changed. Try again after a few seconds, and then more and more rarely.',
  },
  overloaded: {
    retry: 'later',
    text: 'Nothing was read or changed. Wait for as many seconds as `Retry-After` says, then send the request again.',
  },
}

export const issueMeanings: Readonly<Record<(typeof issueCodes)[number], string>> = {
  required: 'A field, parameter or header that must be there is missing.',
  unknown_field:
    'Unknown field. Server-owned fields (`revision`, `courseId`, `tags`, `ltiLoginUrl`) are not sent back.',
  invalid_type: 'The value has another JSON type than it must have.',
  invalid_format: 'The text does not have the form that it must have, such as a URL or a language code.',
  invalid_value: 'The value is not among those that are possible here, such as a tag that the course does not have.',
  too_small: 'The number is below its minimum.',
  too_large: 'The number is above its maximum, or the document as a whole would be too large.',
  too_short: 'The text or list has too few characters or items.',
  too_long: 'The text or list has too many characters or items.',
  duplicate: 'The same value stands twice in a list in which each may stand once.',
  immutable: 'The value may not change; send it as you read it.',
  malformed_json: 'The body is not one well-formed JSON value in UTF-8, or names a member twice.',
  not_staff:
    'The user is not staff of the course on the learning platform. The message names the person: add them to its staff there, or take them out of `graders`.',
  conflict: 'Another course has what this document asks for.',
  too_many_issues: 'There are more issues than are listed. Mend these first.',
}
