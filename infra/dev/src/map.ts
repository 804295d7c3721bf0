import type { Ports } from './ports.ts'

export interface MapFacts {
  readonly ports: Ports
  readonly logDir: string
  /** Where the embedded PostgreSQL keeps its log; null for a server of somebody else's. */
  readonly databaseLogDir: string | null
}

/** Demo tokens tell the user: the id in four hexadecimal digits, ten times. */
export function demoTokenOf(userId: number): string {
  return userId.toString(16).padStart(4, '0').repeat(10)
}

/** What the services take in development. */
const secretHeader = "-H 'X-Service-Frontend-Secret: dev-frontend-secret-0000000000000000'"

/** What a newcomer needs next, printed when everything is ready. */
export function mapOf({ ports, logDir, databaseLogDir }: MapFacts): string {
  const at = (port: number): string => `http://127.0.0.1:${port}`
  const settings = `${at(ports.publicApi)}/api/v1/courses/11/settings`
  const token = demoTokenOf(101)
  const frontend = `${at(ports.frontendInternal)}/internal/frontend`
  return `
Ready. Ctrl-C stops everything.

  public API         ${at(ports.publicApi)}/api/v1
  frontend-internal  ${at(ports.frontendInternal)}/internal/frontend
  manual-grading     ${at(ports.manualGrading)}/api/internal
  A+ simulator       ${at(ports.simulator)}/api/v2

Demo tokens (user id in hexadecimal, ten times)
  teacher of courses 11 and 12   ${token}
  teacher of course 13           ${demoTokenOf(104)}
  assistant of course 11         ${demoTokenOf(102)}
  student of course 11           ${demoTokenOf(201)}

Try
  curl -i ${settings} -H 'Authorization: Token ${token}'
  curl -s ${at(ports.publicApi)}/api/v1/openapi.json

Sign in as the demo teacher, as the web frontend does, and see who that is
  S=$(curl -s ${frontend}/sessions ${secretHeader} -H 'Content-Type: application/json' -d '{"token":"${token}"}' | sed 's/.*"sessionId":"\\([^"]*\\)".*/\\1/')
  curl -s ${frontend}/session ${secretHeader} -H "Authorization: Bearer $S"

Logs
  ${logDir}/*.log${databaseLogDir === null ? '' : `\n  ${databaseLogDir}/server.log`}
`
}
