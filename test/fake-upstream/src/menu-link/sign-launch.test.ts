import { describe, expect, it } from 'vitest'
import { baseStringOf, type Launch, signatureOf, signLaunch } from './sign-launch.ts'

describe('the signature of a launch', () => {
  it('is that of RFC 5849, section 1.2', () => {
    const initiate: [string, string][] = [
      ['oauth_consumer_key', 'dpf43f3p2l4k3l03'],
      ['oauth_signature_method', 'HMAC-SHA1'],
      ['oauth_timestamp', '137131200'],
      ['oauth_nonce', 'wIjqoS'],
      ['oauth_callback', 'http://printer.example.com/ready'],
    ]
    const signature = signatureOf('https://photos.example.net/initiate', initiate, 'kd94hf93k423kf44')
    expect(signature).toBe('74KNZJeDHnMBp0EMJ9ZHt/XKycU=')
  })

  it('is over the base string of RFC 5849, section 3.4.1.1', () => {
    const fields: [string, string][] = [
      ['oauth_consumer_key', '9djdj82h48djs9d2'],
      ['oauth_token', 'kkk9d7dh3k39sjv7'],
      ['oauth_signature_method', 'HMAC-SHA1'],
      ['oauth_timestamp', '137131201'],
      ['oauth_nonce', '7d8f3e4a'],
      ['c2', ''],
      ['a3', '2 q'],
    ]
    expect(baseStringOf('http://EXAMPLE.COM:80/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b', fields)).toBe(
      'POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26c2%3D' +
        '%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1' +
        '%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7',
    )
  })

  // With the fields below, oauthlib 4.0.0, by which A+ signs, computed it.
  it('is that of A+, with a query in the address, names beyond ASCII and punctuation', () => {
    expect(fieldsOf(launch)).toMatchObject({ oauth_signature: 'bn6iT75aTCczBvnLF91Mr72p0Lc=' })
  })

  it.each<[string, string]>([
    ['http://h.example:80/l', 'http://h.example/l'],
    ['https://h.example:443/l', 'https://h.example/l'],
    ['http://h.example:8080/l', 'http://h.example:8080/l'],
    ['https://h.example:80/l', 'https://h.example:80/l'],
  ])('is over the address %s without the port of its scheme', (address, signed) => {
    expect(baseStringOf(address, [])).toBe(`POST&${encodeURIComponent(signed)}&`)
  })
})

describe('the fields of a launch', () => {
  it('are those of A+', () => {
    expect(fieldsOf(launch)).toEqual({
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
      oauth_signature: expect.any(String),
    })
  })

  it.each([
    ['teacher', 'Instructor'],
    ['assistant', 'TA,TeachingAssistant'],
    ['student', 'Learner,Student'],
  ] as const)('name the role of a %s as %s', (role, roles) => {
    expect(fieldsOf({ ...launch, role })).toMatchObject({ roles })
  })

  it('have no token and no course of the API where the service may not use it', () => {
    const fields = fieldsOf({ ...launch, service: { ...service, access: 'public' } })
    expect(fields).toMatchObject({ user_id: 'i211', lis_person_name_given: 'Äiju' })
    expect(Object.keys(fields).filter((name) => name.startsWith('custom_'))).toEqual([])
  })

  it('have an invented name and id, and no token, where the service is anonymous', () => {
    const fields = fieldsOf({ ...launch, service: { ...service, access: 'anonymous' } })
    expect(fields['user_id']).toMatch(/^a[0-9a-f]+$/)
    expect(JSON.stringify(fields)).not.toMatch(/Äiju|Näyte|a\+b@|00d3/)
  })

  it('have the time at which they are made, and a number directly before it that is new each time', () => {
    const { timestampS: _, nonce: __, ...now } = launch
    const [first, second] = [fieldsOf(now), fieldsOf(now)]
    expect(Math.abs(Number(first['oauth_timestamp']) - Date.now() / 1000)).toBeLessThan(60)
    expect(first['oauth_nonce']).toMatch(new RegExp(`^\\d+${first['oauth_timestamp']}$`))
    expect(first['oauth_nonce']).not.toBe(second['oauth_nonce'])
  })

  it('may have others and a second value of one, and lack some, so that a test can make a bad launch', () => {
    const fields = signLaunch({ ...launch, extra: [['roles', 'Learner']], without: ['custom_user_api_token'] })
    expect(fields.filter(([name]) => name === 'roles')).toHaveLength(2)
    expect(fields.map(([name]) => name)).not.toContain('custom_user_api_token')
    expect(fields.at(-1)).toEqual([
      'oauth_signature',
      signatureOf(service.launchUrl, fields.slice(0, -1), service.secret),
    ])
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

function fieldsOf(given: Launch): Record<string, string> {
  return Object.fromEntries(signLaunch(given))
}
