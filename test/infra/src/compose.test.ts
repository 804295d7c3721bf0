import { describe, expect, it } from 'vitest'
import { composeRules } from './compose-rules.ts'
import { interpolate, interpolatedNames, layOver, parseCompose } from './compose.ts'
import { composeOnly } from './env-example.ts'
import { readInfra } from './infra-files.ts'
import { services } from './services.ts'

const text = readInfra('compose.yaml')
const overrides = ['compose.rotate-frontend-secret.yaml', 'compose.rotate-manual-grading-secret.yaml']

/** One edit of the real file each, and what its rule must say of it. */
const mistakes = [
  ['everyServiceIsThere', '  public-api:\n    <<', '  publik-api:\n    <<', 'public-api: is missing'],
  ['everyServiceIsThere', 'args: { SERVICE: manual-grading }', 'args: { SERVICE: public-api }', 'manual-grading: is not built as SERVICE=manual-grading by infra/Dockerfile'],
  ['variablesAreKnown', 'TOKEN_CACHE_TTL_S:', 'TOKEN_CACHE_TTL:', 'public-api: knows no TOKEN_CACHE_TTL'],
  ['variablesAreKnown', 'PORT: \'8082\'', 'PORT: \'8082\'\n      SESSION_KEY_FILE: /run/secrets/session_keys', 'frontend-internal: knows no SESSION_KEY_FILE'],
  ['variablesCanBeSet', '      DELIVERY_REAPER_S: ${DELIVERY_REAPER_S:-}\n', '', 'manual-grading: cannot be told DELIVERY_REAPER_S'],
  ['variablesKeepTheirNames', 'ROLE: ${ROLE:-}', 'ROLE: ${LOG_LEVEL:-}', 'manual-grading: takes ROLE from LOG_LEVEL'],
  ['graceIsEnough', 'stop_grace_period: 65s', 'stop_grace_period: 60s', 'manual-grading: is killed before its SHUTDOWN_GRACE_S is over'],
  ['graceIsEnough', '      SHUTDOWN_GRACE_S: \'60\'\n', '', 'manual-grading: is killed before its SHUTDOWN_GRACE_S is over'],
  ['orderIsKept', 'roles: { condition: service_completed_successfully }', 'roles: { condition: service_started }', 'migrate: does not wait for roles (service_completed_successfully)'],
  ['onlyServersRestart', 'image: course-grading/migrate', 'image: course-grading/migrate\n    restart: unless-stopped', 'migrate: would run for ever'],
  ['onlyServersRestart', 'image: course-grading/public-api\n    restart: unless-stopped', 'image: course-grading/public-api', 'public-api: does not come back'],
  ['secretsAreFiles', './secrets}/session_keys', './secrets}/capability_keys', 'session_keys: is not the file of its name in SECRETS_DIR'],
  ['secretsComeAsFiles', 'FRONTEND_SECRET_FILE: /run/secrets/frontend_secret', 'FRONTEND_SECRET: ${FRONTEND_SECRET:-}', 'frontend-internal: is given FRONTEND_SECRET by value'],
  ['secretsComeAsFiles', '      CAPABILITY_KEYS_FILE: /run/secrets/capability_keys\n', '', 'manual-grading: is not given CAPABILITY_KEYS_FILE'],
  ['nothingSecretIsWritten', 'POSTGRES_PASSWORD_FILE: /run/secrets/owner_password', 'POSTGRES_PASSWORD: postgres', 'postgres: has POSTGRES_PASSWORD by value'],
  ['filesAreGranted', 'secrets: [frontend_internal_database_url, frontend_secret, session_keys]', 'secrets: [frontend_internal_database_url, frontend_secret]', 'frontend-internal: SESSION_KEYS_FILE names no secret that it was granted'],
  ['filesAreGranted', '  capability_keys: { file', '  capability_key: { file', 'manual-grading: there is no secret capability_keys'],
  ['secretsAreNotShared', 'secrets: [public_api_database_url]', 'secrets: [public_api_database_url, session_keys]', 'public-api: shares session_keys with another service'],
  ['secretsAreNotShared', 'secrets: [public_api_database_url]', 'secrets: [public_api_database_url, owner_database_url]', 'public-api: sees owner_database_url, which is the owner\'s'],
  ['secretsAreNotShared', 'secrets: [public_api_database_url]', 'secrets: [public_api_database_url, owner_password]', 'public-api: has no use for owner_password'],
  ['networksAreKept', 'networks: [ingress, operations, database, public-api-egress]', 'networks: [operations, database, public-api-egress]', 'public-api: is not reached over ingress'],
  ['networksAreKept', 'networks: [frontend, database,', 'networks: [frontend, ingress, database,', 'frontend-internal: must not join ingress'],
  ['networksAreKept', 'networks: [grader, database, manual-grading-egress]', 'networks: [grader, database, public-api-egress]', 'manual-grading: must not join public-api-egress'],
  ['networksAreKept', 'networks: [ingress, operations, database, public-api-egress]', 'networks: [ingress, operations, frontend, database, public-api-egress]', 'public-api: must not join frontend'],
  ['networksAreClosed', 'grader: { name: course-grading-grader, internal: true }', 'grader: { name: course-grading-grader }', 'grader: leads out'],
  ['networksAreClosed', 'database: { internal: true }', 'database: { internal: false }', 'database: leads out'],
  ['networksAreClosed', '  manual-grading-egress: {}', '  way-out-egress: {}', 'manual-grading: there is no network manual-grading-egress'],
  ['onlyThePublicBoundaryIsPublished', '\'127.0.0.1:${PUBLISHED_PORT:-8081}:8081\'', '\'${PUBLISHED_PORT:-8081}:8081\'', 'public-api: publishes ${PUBLISHED_PORT:-8081}:8081 beyond 127.0.0.1'],
  ['onlyThePublicBoundaryIsPublished', '\'127.0.0.1:${PUBLISHED_PORT:-8081}:8081\'', '\'127.0.0.1:9081:9081\'', 'public-api: publishes 127.0.0.1:9081:9081, which is not its PORT'],
  ['onlyThePublicBoundaryIsPublished', '    networks: [grader,', '    ports: [\'127.0.0.1:8083:8083\']\n    networks: [grader,', 'manual-grading: must not publish 127.0.0.1:8083:8083'],
  ['portsAreTold', 'OPS_PORT: \'9081\'', 'OPS_PORT: \'8081\'', 'public-api: has no port of its own for health and metrics'],
  ['portsAreTold', 'PORT: \'8083\'', 'PORT: \'8082\'', 'manual-grading: does not listen on 8083'],
  ['containersAreHardened', 'read_only: true', 'read_only: false', 'manual-grading: can write to its own files'],
  ['containersAreHardened', 'cap_drop: [ALL]', 'cap_drop: [NET_RAW]', 'public-api: has capabilities'],
  ['containersAreHardened', '  security_opt: [\'no-new-privileges:true\']\n', '', 'frontend-internal: may gain privileges'],
  ['containersAreHardened', '  pids_limit: 256\n', '', 'migrate: may start any number of processes'],
  ['containersAreHardened', 'image: course-grading/migrate', 'image: course-grading/migrate\n    user: \'0:0\'', 'migrate: takes another user than its image\'s'],
  ['containersAreHardened', 'user: \'999:999\'\n    restart', 'user: \'0:0\'\n    restart', 'postgres: runs as its image likes'],
  ['mountsAreHarmless', './roles.sh:/roles.sh:ro', '/var/run/docker.sock:/docker.sock:ro', 'roles: mounts /var/run/docker.sock:/docker.sock:ro'],
  ['mountsAreHarmless', './roles.sql:/roles.sql:ro', './roles.sql:/roles.sql', 'roles: mounts ./roles.sql:/roles.sql'],
  ['healthIsWatched', '    healthcheck: { disable: true }\n', '', 'migrate: would be called unhealthy'],
  ['healthIsWatched', 'stop_grace_period: 65s', 'stop_grace_period: 65s\n    healthcheck: { disable: true }', 'manual-grading: nobody looks after it'],
].map(([rule = '', right = '', wrong = '', problem = '']) => ({ rule, right, wrong, problem }))

describe('the compose file', () => {
  it.each(Object.entries(composeRules))('keeps the rule %s', (_name, rule) => {
    expect(rule(parseCompose(text))).toEqual([])
  })

  it.each(overrides)('keeps every rule under %s', (override) => {
    const compose = layOver(parseCompose(text), readInfra(override))
    expect(Object.values(composeRules).flatMap((rule) => rule(compose))).toEqual([])
  })

  it('replaces only variables that a service knows or that are its own', () => {
    const known = new Set([...composeOnly, ...services.flatMap(({ variables }) => variables.map(({ name }) => name))])
    const names = [text, ...overrides.map(readInfra)].flatMap(interpolatedNames)
    expect(names).toContain('UPSTREAM_BASE_URL')
    expect(names.filter((name) => !known.has(name))).toEqual([])
    expect(composeOnly.filter((name) => !names.includes(name))).toEqual([])
  })
})

describe('the rules of the compose file', () => {
  it.each(mistakes)('$rule says "$problem"', ({ rule, right, wrong, problem }) => {
    expect(text).toContain(right)
    expect(composeRules[rule]?.(parseCompose(text.replace(right, wrong)))).toContain(problem)
  })

  it('have each a mistake that they find', () => {
    expect(Object.keys(composeRules).sort()).toEqual([...new Set(mistakes.map(({ rule }) => rule))].sort())
  })

  it.each(['privileged: true', 'network_mode: host', 'env_file: .env', 'pid: host', 'devices: [/dev/mem]'])('do not read on past "%s"', (line) => {
    expect(() => parseCompose(text.replace('image: course-grading/public-api', `image: course-grading/public-api\n    ${line}`))).toThrow('/services')
  })
})

describe('variables in the compose file', () => {
  it.each([
    ['${A}', 'one'], ['x${A}y', 'xoney'], ['${A:-two}', 'one'], ['${B:-two}', 'two'], ['${EMPTY:-two}', 'two'], ['${B:-}', ''], ['${A:?why}', 'one'], ['$$A', '$A'],
  ])('%s becomes "%s"', (written, value) => {
    expect(interpolate(written, { A: 'one', EMPTY: '' })).toBe(value)
  })

  it('are missed where they are required', () => {
    expect(() => interpolate('${B:?it is needed}', {})).toThrow('B is required: it is needed')
  })

  it('are not guessed at in other forms', () => {
    expect(() => interpolate('$A', { A: 'one' })).toThrow('not a form')
  })
})
