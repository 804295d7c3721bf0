import { configSchema as frontendInternal } from '@course-grading/frontend-internal/config/config'
import { describeConfig, readConfig, type VariableDescription } from '@course-grading/http-kit'
import { configSchema as manualGrading } from '@course-grading/manual-grading/config/config'
import { configSchema as publicApi } from '@course-grading/public-api/config/config'
import { configSchema as web } from '@course-grading/web/config/config'

export interface Service {
  readonly name: string
  readonly variables: readonly VariableDescription[]
  /** What the service would object to in this environment, by the names of variables. Empty if it would start. */
  readonly problemsOf: (env: Readonly<Record<string, string>>) => string[]
}

type Reading = ReturnType<typeof readConfig>

const problemsIn = (reading: Reading): string[] =>
  reading.ok ? [] : reading.problems.map(({ variable, problem }) => `${variable} ${problem}`)

/** The services that are deployed, as their own configuration describes them. */
export const services: readonly Service[] = [
  {
    name: publicApi.service,
    variables: describeConfig(publicApi),
    problemsOf: (env) => problemsIn(readConfig(publicApi, env)),
  },
  {
    name: frontendInternal.service,
    variables: describeConfig(frontendInternal),
    problemsOf: (env) => problemsIn(readConfig(frontendInternal, env)),
  },
  {
    name: manualGrading.service,
    variables: describeConfig(manualGrading),
    problemsOf: (env) => problemsIn(readConfig(manualGrading, env)),
  },
  {
    name: web.service,
    variables: describeConfig(web),
    problemsOf: (env) => problemsIn(readConfig(web, env)),
  },
]

export const serviceNamed = (name: string): Service | undefined => services.find((service) => service.name === name)
