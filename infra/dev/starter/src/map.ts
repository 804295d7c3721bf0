import { join, sep } from 'node:path'
import type { Ports } from './ports.ts'
import { developmentFrontendSecret } from './frontend-secret.ts'

interface MapFacts {
  readonly ports: Ports
  /** The address that people open. */
  readonly publicOrigin: string
  /** Whether the frontend's secret is not that of development. */
  readonly hasGivenSecret: boolean
  readonly logDir: string
  /** The folder of the embedded PostgreSQL, with its log; null for a server that was given. */
  readonly dataDir: string | null
  /** The folder that contains `.local`. Data elsewhere is in the system's temporary directory. */
  readonly checkout: string
}

/** Demo tokens contain the user: the id in four hexadecimal digits, ten times. */
export function demoTokenOf(userId: number): string {
  return userId.toString(16).padStart(4, '0').repeat(10)
}

/** A secret that was given is not printed: the shell has it, too, where the same variable stands. */
const secretHeaderOf = ({ hasGivenSecret }: MapFacts): string =>
  hasGivenSecret
    ? '-H "X-Service-Frontend-Secret: $FRONTEND_SECRET"'
    : `-H 'X-Service-Frontend-Secret: ${developmentFrontendSecret}'`

const at = (port: number): string => `http://127.0.0.1:${port}`

/** What a newcomer needs next, printed when everything is ready. */
export function mapOf(facts: MapFacts): string {
  const { ports } = facts
  const secretHeader = secretHeaderOf(facts)
  const settings = `${at(ports.publicApi)}/api/v1/courses/11/settings`
  const token = demoTokenOf(101)
  const frontend = `${at(ports.frontendInternal)}/internal/frontend`
  return `${openingOf(facts)}

The demo's people, each with the menu link by which one comes from A+
  ${at(ports.simulator)}/

Demo tokens to sign in with (user id in hexadecimal, ten times)
  teacher of courses 11 and 12   ${token}
  teacher of course 13           ${demoTokenOf(104)}
  assistant of course 11         ${demoTokenOf(102)}
  student of course 11           ${demoTokenOf(201)}

${servicesOf(ports)}
  A+ simulator       ${at(ports.simulator)}/api/v2

Try the public API
  curl -i ${settings} -H 'Authorization: Token ${token}'
  curl -s ${at(ports.publicApi)}/api/v1/openapi.json

Sign in as the demo teacher, as the web frontend does, and see who that is
  S=$(curl -s ${frontend}/sessions ${secretHeader} -H 'Content-Type: application/json' -d '{"token":"${token}"}' | sed 's/.*"sessionId":"\\([^"]*\\)".*/\\1/')
  curl -s ${frontend}/session ${secretHeader} -H "Authorization: Bearer $S"

${filesOf(facts)}
`
}

/** The same for a start with a real A+, without anything of the demo world. */
export function mapOfRealUpstream(facts: MapFacts & { readonly upstreamUrl: string }): string {
  const { ports, upstreamUrl } = facts
  const secretHeader = secretHeaderOf(facts)
  const frontend = `${at(ports.frontendInternal)}/internal/frontend`
  return `${openingOf(facts)}

Token to sign in with
  A+ gives it: sign in there, open your profile page, copy the API access token. A teacher's sees the courses of that teacher.

${servicesOf(ports)}
  A+                 ${upstreamUrl} (UPSTREAM_BASE_URL: no simulator, no demo courses)

Sign in with it, list your courses there, and take one of them into the service
  TOKEN=...
  S=$(curl -s ${frontend}/sessions ${secretHeader} -H 'Content-Type: application/json' -d "{\\"token\\":\\"$TOKEN\\"}" | sed 's/.*"sessionId":"\\([^"]*\\)".*/\\1/')
  curl -s ${frontend}/courses ${secretHeader} -H "Authorization: Bearer $S"
  curl -s ${frontend}/courses ${secretHeader} -H "Authorization: Bearer $S" -H 'Content-Type: application/json' -d '{"courseId":...}'

Read its settings as a script does
  curl -i ${at(ports.publicApi)}/api/v1/courses/.../settings -H "Authorization: Token $TOKEN"

${filesOf(facts)}
`
}

/** The address that people open, before everything else. */
function openingOf({ publicOrigin }: MapFacts): string {
  return `
Ready. Ctrl-C stops everything. Open this in a browser:

  ${publicOrigin}/`
}

function servicesOf(ports: Ports): string {
  return `Services
  public API         ${at(ports.publicApi)}/api/v1
  frontend-internal  ${at(ports.frontendInternal)}/internal/frontend
  manual-grading     ${at(ports.manualGrading)}/api/internal${ports.docs === null ? '' : `\n  documentation      ${at(ports.docs)}/`}`
}

function filesOf({ logDir, dataDir, checkout }: MapFacts): string {
  const isTemporary = dataDir !== null && !dataDir.startsWith(join(checkout, sep))
  const note = isTemporary
    ? '\n  temporary: the user of PostgreSQL cannot use the checkout, and the system may delete this folder'
    : ''
  return `Data
  ${dataDir ?? 'in the database of DATABASE_URL'}${note}

Logs
  ${logDir}/*.log${dataDir === null ? '' : `\n  ${dataDir}/server.log`}`
}
