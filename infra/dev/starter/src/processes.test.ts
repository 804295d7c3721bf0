import { describe, expect, it } from 'vitest'
import { portsFrom } from './ports.ts'
import { productProcesses } from './processes.ts'

describe('productProcesses', () => {
  it('connects the services to the simulator if no A+ is given', () => {
    const { simulator, publicApi, frontendInternal, manualGrading } = servicesWith({ UPSTREAM_BASE_URL: '' })
    expect(simulator?.own['PORT']).toBe('8090')
    expect(publicApi.own['UPSTREAM_BASE_URL']).toBe('http://127.0.0.1:8090')
    expect(manualGrading.own['CALLBACK_ALLOWED']).toBe('http://127.0.0.1:8090/api/v2/submissions/*/grader|127.0.0.1/32')
    expect(frontendInternal.own['TEMPLATE_ORIGINS']).toBe('http://127.0.0.1:8090|127.0.0.1/32')
  })

  it.each([
    ['https://plus.example.org', 'https://plus.example.org'],
    ['https://example.org/plus/', 'https://example.org'],
    ['http://10.1.2.3:80', 'http://10.1.2.3|10.1.2.3/32'],
    ['http://[fd00::1]:8000', 'http://[fd00::1]:8000|fd00::1/128'],
    ['http://localhost:8000', 'http://localhost:8000|127.0.0.1/32,http://localhost:8000|::1/128'],
  ])('lets templates of %s be read there, unless others are given', (given, origins) => {
    const env = { UPSTREAM_BASE_URL: given }
    expect(servicesWith(env).frontendInternal.env['TEMPLATE_ORIGINS']).toBe(origins)
    const TEMPLATE_ORIGINS = 'https://grader.example.org'
    expect(servicesWith({ ...env, TEMPLATE_ORIGINS }).frontendInternal.env).toMatchObject({ TEMPLATE_ORIGINS })
  })

  it.each([
    ['https://plus.example.org', 'https://plus.example.org/api/v2/submissions/*/grader'],
    ['https://example.org/plus/', 'https://example.org/plus/api/v2/submissions/*/grader'],
    ['http://127.0.0.1:8000', 'http://127.0.0.1:8000/api/v2/submissions/*/grader|127.0.0.1/32'],
    ['http://10.1.2.3', 'http://10.1.2.3/api/v2/submissions/*/grader|10.1.2.3/32'],
    ['http://[fd00::1]:8000', 'http://[fd00::1]:8000/api/v2/submissions/*/grader|fd00::1/128'],
    [
      'http://localhost:8000',
      'http://localhost:8000/api/v2/submissions/*/grader|127.0.0.1/32,http://localhost:8000/api/v2/submissions/*/grader|::1/128',
    ],
  ])('starts no simulator for %s, and allows grades to be sent there', (given, callbacks) => {
    const { simulator, publicApi, manualGrading } = servicesWith({ UPSTREAM_BASE_URL: given })
    expect(simulator).toBeNull()
    expect(publicApi.env['UPSTREAM_BASE_URL']).toBe(given)
    expect(manualGrading.env['CALLBACK_ALLOWED']).toBe(callbacks)
  })

  it('lets the simulator sign launches as the web frontend checks them', () => {
    const { simulator, web } = servicesWith({})
    const secrets = { LTI_KEY: 'course-grading', LTI_SECRET: 'dev-lti-secret-00000000000000000000' }
    expect(web.own).toMatchObject(secrets)
    expect(simulator?.own).toMatchObject({ ...secrets, LTI_LAUNCH_URL: 'http://127.0.0.1:8080/lti/launch' })
  })

  it('has the key and secret of launches that are given', () => {
    const given = { LTI_KEY: 'ours', LTI_SECRET: 'secret' }
    const { simulator, web } = servicesWith(given)
    expect(web.own).toMatchObject(given)
    expect(simulator?.own).toMatchObject(given)
  })

  it.each(['LTI_SECRET', 'MANUAL_GRADING_SECRET'])('adds no %s to the file that is given', (name) => {
    const { simulator, web } = servicesWith({ [`${name}_FILE`]: '/secrets/file' })
    expect(simulator?.env).toMatchObject({ LTI_KEY: 'course-grading', [`${name}_FILE`]: '/secrets/file' })
    expect([web.env[name], simulator?.env[name]]).toEqual([undefined, undefined])
  })

  it('has the addresses of pages and boundary that are given, and launches come in by them', () => {
    const given = { PUBLIC_ORIGIN: 'https://grading.example.org/', FRONTEND_INTERNAL_URL: 'http://10.0.0.1:8082' }
    const { simulator, web } = servicesWith(given)
    for (const environment of [web.env, web.own]) expect(environment).toMatchObject(given)
    expect(simulator?.own['LTI_LAUNCH_URL']).toBe('https://grading.example.org/lti/launch')
  })

  it("draws the pages' times in the zone of the machine", () => {
    const machine = new Intl.DateTimeFormat().resolvedOptions().timeZone
    expect(servicesWith({ TIME_ZONE: '' }).web.own['TIME_ZONE']).toBe(machine)
  })

  it.each(Object.keys(ownOfAll({})))('passes on a given %s unless each process needs its own', (name) => {
    const given = ownOfAll({ [name]: 'https://given.example' })[name]
    expect(given).toEqual(perProcess.includes(name) ? ownOfAll({})[name] : new Set(['https://given.example']))
  })

  it('expects launches of an A+ only if the environment has its key and secret', () => {
    const real = { UPSTREAM_BASE_URL: 'https://plus.example.org' }
    expect(Object.keys(servicesWith(real).web.env).filter((name) => name.startsWith('LTI'))).toEqual([])
    const given = { LTI_KEY: 'ours', LTI_SECRET: 'secret' }
    expect(servicesWith({ ...real, ...given }).web.env).toMatchObject(given)
  })

  it('neither fills nor assesses anything if an A+ is given', () => {
    expect(servicesWith({})).toMatchObject({ fill: expect.any(Function), assess: expect.any(Function) })
    expect(servicesWith({ UPSTREAM_BASE_URL: 'https://plus.example.org' })).toMatchObject({ fill: null, assess: null })
  })

  it('has the time limits of production if grades are real', () => {
    const real = { UPSTREAM_BASE_URL: 'https://plus.example.org' }
    expect(servicesWith(real).manualGrading.own).toMatchObject({
      DELIVERY_SETTLE_S: '180',
      DELIVERY_REGISTRATION_SETTLE_S: '60',
    })
    expect(servicesWith({}).manualGrading.own).toMatchObject({ DELIVERY_SETTLE_S: '70' })
  })

  it.each([{}, { UPSTREAM_BASE_URL: 'https://plus.example.org' }])(
    'prefers the environment to its own values, for services and their commands (%o)',
    (base) => {
      const given = {
        CALLBACK_ALLOWED: 'https://a.example/*',
        DELIVERY_SETTLE_S: '99',
      }
      const { manualGrading } = servicesWith({ ...base, ...given })
      for (const environment of [manualGrading.env, manualGrading.own])
        expect(environment).toMatchObject({ CALLBACK_ALLOWED: 'https://a.example/*', DELIVERY_SETTLE_S: '99' })
    },
  )

  it('gives each process its own ports and files', () => {
    const { publicApi, manualGrading } = servicesWith({ PORT: '1', HOST: 'machine', DATABASE_URL: 'postgres://owner' })
    expect(publicApi.env).toMatchObject({ HOST: '127.0.0.1', PORT: '8081', DATABASE_URL: 'postgres://a' })
    expect(manualGrading.env).toMatchObject({ HOST: '127.0.0.1', PORT: '8083', DATABASE_URL: 'postgres://c' })
  })
})

const perProcess = ['HOST', 'PORT', 'DATABASE_URL']

/** The values of each variable that the starter gives to a process of its own. */
function ownOfAll(env: Record<string, string>): Record<string, Set<string>> {
  const { simulator, publicApi, frontendInternal, manualGrading, web } = servicesWith(env)
  const all = [simulator, publicApi, frontendInternal, manualGrading, web].flatMap((plan) =>
    Object.entries(plan?.own ?? {}),
  )
  const values = Map.groupBy(all, ([name]) => name)
  return Object.fromEntries(values.entries().map(([name, pairs]) => [name, new Set(pairs.map(([, value]) => value))]))
}

const servicesWith = (env: Record<string, string>) => {
  const { simulator, services, fill, assess } = productProcesses({
    checkout: '/checkout',
    logDir: '/logs',
    ports: portsFrom(8081),
    env,
    watch: false,
    urls: { publicApi: 'postgres://a', frontendInternal: 'postgres://b', manualGrading: 'postgres://c' },
  })
  const [publicApi, frontendInternal, manualGrading, web] = services
  return {
    simulator,
    publicApi: publicApi!,
    frontendInternal: frontendInternal!,
    manualGrading: manualGrading!,
    web: web!,
    fill,
    assess,
  }
}
