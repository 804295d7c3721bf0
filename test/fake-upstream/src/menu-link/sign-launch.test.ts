import { expect, it } from 'vitest'
import { type Launch, signLaunch } from './sign-launch.ts'

// oauthlib 4.0.0, by which A+ signs, computed the signature: of an address with a query, names beyond ASCII, and punctuation.
it('a launch has the fields of A+, and its signature', () => {
  expect(Object.fromEntries(signLaunch(launch))).toEqual({
    lti_version: 'LTI-1p0',
    lti_message_type: 'basic-lti-launch-request',
    resource_link_id: 'aplus1',
    resource_link_title: 'Course grading',
    user_id: 'i211',
    roles: 'TA,TeachingAssistant',
    lis_person_name_full: "Äiju O'Näyte (*) 1~!",
    lis_person_name_given: 'Äiju',
    lis_person_name_family: "O'Näyte (*) 1~!",
    lis_person_contact_email_primary: 'a+b@example.org',
    context_id: 'plus.example.org/programming/1/',
    context_title: '|en:Programming 1|fi:Ohjelmointi 1|',
    context_label: 'PRG-1',
    launch_presentation_locale: 'fi',
    launch_presentation_document_target: 'window',
    launch_presentation_return_url: 'https://plus.example.org/programming/1/',
    tool_consumer_instance_guid: 'plus.example.org/aplus',
    tool_consumer_instance_name: 'A+',
    tool_consumer_instance_description: 'Virtual Learning Environment',
    tool_consumer_instance_url: 'https://plus.example.org',
    custom_context_api: 'https://plus.example.org/api/v2/courses/11',
    custom_context_api_id: '11',
    custom_user_api_token: '00d3'.repeat(10),
    oauth_nonce: '12345678901234567891795000000',
    oauth_timestamp: '1795000000',
    oauth_version: '1.0',
    oauth_signature_method: 'HMAC-SHA1',
    oauth_consumer_key: 'grading key',
    oauth_signature: 'bn6iT75aTCczBvnLF91Mr72p0Lc=',
  })
})

const service = {
  key: 'grading key',
  secret: 's3cret&+',
  launchUrl: 'https://Grading.example.org:443/lti/launch?from=A%2B+menu&a=1',
}

const launch: Launch = {
  service,
  siteUrl: 'https://plus.example.org',
  person: {
    id: 211,
    givenName: 'Äiju',
    familyName: "O'Näyte (*) 1~!",
    email: 'a+b@example.org',
    token: '00d3'.repeat(10),
  },
  role: 'assistant',
  course: { id: 11, code: 'PRG-1', name: '|en:Programming 1|fi:Ohjelmointi 1|', path: 'programming/1' },
  locale: 'fi',
  timestampS: 1_795_000_000,
  nonce: '12345678901234567891795000000',
}
