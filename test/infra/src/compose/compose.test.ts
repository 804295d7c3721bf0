import { readFileSync } from 'node:fs'
import { programs } from '@course-grading/bundle'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { composeOnly } from '../env-example.ts'
import { dummyImages, isOurs, pinProblems } from '../image-pins.ts'
import { readInfra } from '../infra-files.ts'
import { services } from '../services.ts'
import { specificationProblems } from './compose-specification.ts'
import { type ComposeService, interpolate, interpolatedNames, parseCompose } from './compose.ts'
import { expectedNetworks, expectedServices } from './expected-deployment.ts'

const text = readInfra('compose.yaml')
const compose = parseCompose(text)
const secretFile = (name: string) => ({ file: `\${SECRETS_DIR:-./secrets}/${name}` })

const rotations = [
  ['frontend-internal', 'frontend_secret', 'compose.rotate-frontend-secret.yaml'],
  ['manual-grading', 'manual_grading_secret', 'compose.rotate-manual-grading-secret.yaml'],
  ['web', 'lti_secret', 'compose.rotate-lti-secret.yaml'],
] as const
const waysIn = [
  ['frontend', '8445', 'compose.outside-frontend.yaml'],
  ['grader', '8444', 'compose.outside-grader.yaml'],
] as const
const overrides = [...rotations, ...waysIn].map(([, , file]) => file)

describe('the compose files', () => {
  it.each(['compose.yaml', ...overrides])('have in %s only what the specification of Compose knows', (file) => {
    expect(specificationProblems(readInfra(file))).toEqual([])
  })

  it.each(['  restarts: always', '  volume: [database]', '  mem_limit: [1]'])('could not have "%s"', (line) => {
    expect(specificationProblems(text.replace('  docs:\n', `  docs:\n  ${line}\n`))).not.toEqual([])
  })

  it.each(rotations)('give %s one secret more, the previous %s, while it is changed', (service, name, file) => {
    const previous = `${name}_previous`
    const environment = { [`${previous.toUpperCase()}_FILE`]: `/run/secrets/${previous}` }
    expect(parse(readInfra(file))).toEqual({
      services: { [service]: { secrets: [previous], environment } },
      secrets: { [previous]: secretFile(previous) },
    })
  })

  it.each(waysIn)('open to a %s on another host the port %s, and nothing else', (name, port, file) => {
    const settings = `outside-${name}.conf`
    const proxy = {
      networks: [name],
      ports: [`${port}:${port}`],
      volumes: [`./proxy/${settings}:/etc/nginx/${settings}:ro`],
      secrets: [`${name}_authority`],
    }
    expect(parse(readInfra(file))).toEqual({
      services: { proxy },
      secrets: { [`${name}_authority`]: secretFile(`${name}_authority`) },
    })
  })

  it('use only variables that a service knows or that are their own', () => {
    const images = Object.values(expectedServices).map(({ image }) => image)
    const known = services.flatMap(({ variables }) => variables.flatMap(({ name, formerName }) => [name, formerName]))
    const names = [text, ...overrides.map(readInfra)].flatMap(interpolatedNames)
    expect(names).toEqual(expect.arrayContaining(['UPSTREAM_BASE_URL', ...composeOnly, ...images]))
    expect(names.filter((name) => ![...known, ...composeOnly, ...images].includes(name))).toEqual([])
  })
})

describe('the compose file', () => {
  it('has the services, networks, volumes and secrets of the table, and no others', () => {
    expect(Object.keys(compose.services)).toEqual(Object.keys(expectedServices))
    expect(Object.keys(compose.networks).toSorted()).toEqual(Object.keys(expectedNetworks).toSorted())
    const secrets = new Set(Object.values(expectedServices).flatMap((service) => service.secrets ?? []))
    expect(compose.secrets).toEqual(Object.fromEntries([...secrets].map((name) => [name, secretFile(name)])))
    expect(compose.volumes).toEqual({
      database: {},
      // `down --volumes` leaves it.
      backups: { name: 'course-grading-backups', external: true },
      'backup-state': {},
      metrics: {},
      alerts: {},
      grafana: {},
    })
  })

  it.each(Object.entries(expectedNetworks))('lets the table decide who is in %s', (name, { members, leadsOut }) => {
    const joined = Object.keys(compose.services).filter((each) => compose.services[each]?.networks.includes(name))
    expect(joined.toSorted()).toEqual(members.toSorted())
    expect(compose.networks[name]?.internal).toBe(leadsOut === true ? undefined : true)
  })

  it('gives each network sixteen addresses of its own in the range that an operator can move', () => {
    const subnets = Object.values(compose.networks).map(({ ipam }) => ipam.config)
    const nth = (index: number) => `${224 + Math.floor(index / 16)}.${(index % 16) * 16}`
    expect(subnets).toEqual(subnets.map((_, index) => [{ subnet: `\${NETWORK_PREFIX:-172.16}.${nth(index)}/28` }]))
  })

  it('archives the WAL, so that a restore reaches any moment, and asks pg_hba.conf who may connect', () => {
    const settings = compose.services['postgres']?.command?.filter((word) => word !== '-c')
    expect(settings).toEqual([
      'postgres',
      'hba_file=/etc/postgresql/pg_hba.conf',
      'deadlock_timeout=100ms',
      'archive_mode=on',
      'archive_timeout=300',
      'archive_command=pgbackrest archive-push %p',
    ])
  })

  it('is rendered only with a digest for each image', () => {
    const images = Object.values(expectedServices).map(({ image }) => image)
    expect(() => interpolate(compose.services['docs']?.image ?? '', {})).toThrow('DOCS_IMAGE is required')
    expect(pinProblems(dummyImages, images)).toEqual([])
    const tag = dummyImages.replace(/^DOCS_IMAGE=.*$/m, 'DOCS_IMAGE=course-grading/docs:0.1.0')
    expect(pinProblems(tag, images)).toEqual(['DOCS_IMAGE: course-grading/docs:0.1.0 has no digest'])
    expect(pinProblems(dummyImages.replace(/^DOCS_IMAGE=.*$/m, ''), images)).toEqual(['DOCS_IMAGE: is not set'])
  })
})

/** Somebody must think about `privileged`, `network_mode`, `env_file` and other keys before they are used. */
const keysInUse =
  /^(image|profiles|command|user|restart|stop_grace_period|read_only|cap_drop|security_opt|pids_limit|mem_limit|cpus|shm_size|logging|tmpfs|volumes|ports|networks|secrets|environment|healthcheck|depends_on)$/

/** A container has no rights that it does not need, and takes the machine from no other. */
const hardened = {
  read_only: true,
  cap_drop: ['ALL'],
  security_opt: ['no-new-privileges:true'],
  mem_limit: expect.stringMatching(/^[1-9]\d*[mg]$/),
  cpus: expect.any(Number),
  pids_limit: 256,
  logging: { driver: 'json-file', options: { 'max-size': '20m', 'max-file': '5' } },
}
const fileOfOurs = /^\.\/(postgres|proxy|prometheus|grafana)\/[\w.-]+\.(sh|sql|conf|json|ya?ml):[^:]+:ro$/

describe.each(Object.entries(expectedServices))('the service %s', (name, expected) => {
  const service = compose.services[name] as ComposeService
  const conditionOf = (other: string) =>
    expectedServices[other]?.runsOnce === true ? 'service_completed_successfully' : 'service_healthy'

  it('has its image by digest, and the profile, secrets, ports and mounts of the table', () => {
    expect(service.image).toMatch(new RegExp(`^\\$\\{${expected.image}:\\?[^}]+\\}$`))
    expect(service.profiles?.join()).toBe(expected.profile)
    expect(service.secrets?.toSorted()).toEqual(expected.secrets?.toSorted())
    expect(service.ports).toEqual(expected.ports)
    expect(service.volumes?.filter((mount) => !fileOfOurs.test(mount)) ?? []).toEqual(expected.volumes ?? [])
  })

  it('has only rights that it needs, and limits', () => {
    expect(Object.keys(service).filter((key) => !keysInUse.test(key))).toEqual([])
    expect(service).toMatchObject(hardened)
    // Our images have a user of their own.
    expect(service.user).toEqual(isOurs(expected.image) ? undefined : expect.stringMatching(/^[1-9]\d*:/))
  })

  it('begins after what it needs, begins again if it is a server, and is watched', () => {
    const after = expected.after?.map((other) => [other, { condition: conditionOf(other) }] as const)
    expect(service.depends_on).toEqual(after && Object.fromEntries(after))
    expect(service.restart).toBe(expected.runsOnce === true ? undefined : 'unless-stopped')
    if (expected.runsOnce === true)
      expect(service.healthcheck).toEqual(isOurs(expected.image) ? { disable: true } : undefined)
    else if (!isOurs(expected.image)) expect(service.healthcheck?.test).toContain('CMD')
    else expect(service.healthcheck?.disable).toBeUndefined()
  })

  it('is given secrets as the files that it was granted, and nothing secret by value', () => {
    const environment = Object.entries(service.environment ?? {})
    const named = environment.filter(([variable]) => variable.endsWith('_FILE')).map(([, path]) => path)
    const granted = expected.secrets?.map((secret) => `/run/secrets/${secret}`) ?? []
    expect(named.filter((path) => !granted.includes(path))).toEqual([])
    // The key of launches is sent by browsers; what signs them is the secret.
    const secret = /^(?!LTI_KEY$).*(PASSWORD|SECRET|KEY|TOKEN|DATABASE_URL)(?!.*_FILE$)/
    const known = services.flatMap(({ variables }) => variables.filter(({ secrecy }) => secrecy === undefined))
    const isHarmless = (variable: string) => known.some((each) => each.name === variable)
    expect(environment.filter(([variable]) => secret.test(variable) && !isHarmless(variable))).toEqual([])
  })
})

/**
 * Variables that operators do not set here: the image sets HOST, production has no use for FIXTURE_TOOLING, public-api
 * and web alone have TRUSTED_PROXY_HOPS, and an override brings what ends in _PREVIOUS.
 */
const leftOut = /^(HOST|FIXTURE_TOOLING|.+_PREVIOUS)$/

describe.each(services)('the environment of $name', ({ name, variables }) => {
  const { environment = {}, stop_grace_period: grace, secrets = [] } = compose.services[name] as ComposeService

  it('has each variable that an operator may set, and no other', () => {
    const isBehindProxy = name === 'public-api' || name === 'web'
    const settable = variables.filter(
      (each) => !leftOut.test(each.name) && (each.name !== 'TRUSTED_PROXY_HOPS' || isBehindProxy),
    )
    const names = settable.flatMap((each) => [each.fileVariable ?? each.name, each.formerName ?? []].flat())
    expect(Object.keys(environment).toSorted()).toEqual(names.toSorted())
  })

  it('takes each variable from the one of its name, so that one line in .env is enough, and each secret from its file', () => {
    const sources = Object.entries(environment).flatMap(([variable, value]) => {
      const [, source] = /^\$\{(\w+)/.exec(value) ?? []
      return source === undefined ? [] : [[variable, source]]
    })
    // Browsers may reach the learning platform by another address than the services.
    const sourceOf = (variable = '') =>
      name === 'web' && variable === 'UPSTREAM_BASE_URL' ? 'UPSTREAM_LINK_URL' : variable
    expect(sources).toEqual(sources.map(([variable]) => [variable, sourceOf(variable)]))
    const files = Object.values(environment).filter((value) => value.startsWith('/run/secrets/'))
    expect(files.toSorted()).toEqual(secrets.map((secret) => `/run/secrets/${secret}`).toSorted())
  })

  it('has the port of its own default, another for operations, and less grace than Docker gives', () => {
    expect(environment['PORT']).toBe(variables.find((each) => each.name === 'PORT')?.default)
    expect(environment['OPS_PORT']).toMatch(/^90\d\d$/)
    expect(Number.parseInt(grace ?? '')).toBeGreaterThan(Number(environment['SHUTDOWN_GRACE_S']))
  })
})

describe('the environment of a program without a configuration schema', () => {
  it.each([
    ['migrate', programs.migrate.entry],
    ['docs', programs.docs.entry],
    ['simulator', programs.simulator.entry],
    ['demo-seed', programs.simulator.commands['seed-demo']],
  ])('has in %s only what it reads', (name, path) => {
    const source = readFileSync(path, 'utf8')
    const given = Object.keys(compose.services[name]?.environment ?? {})
    expect(given.filter((variable) => !new RegExp(`\\b${variable}\\b`).test(source))).toEqual([])
  })

  it('has the ports of the documentation', () => {
    expect(compose.services['docs']?.environment).toEqual({ PORT: '8088', OPS_PORT: '9088' })
  })
})
