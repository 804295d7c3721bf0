import { describeConfig, type VariableDescription } from '@course-grading/http-kit'
import { configSchema as frontendInternal } from '@course-grading/frontend-internal/config/config'
import { configSchema as manualGrading } from '@course-grading/manual-grading/config/config'
import { configSchema as publicApi } from '@course-grading/public-api/config/config'
import { configSchema as web } from '@course-grading/web/config/config'
import { type Page, table } from '../page.ts'

const services = [
  { name: publicApi.service, variables: describeConfig(publicApi) },
  { name: frontendInternal.service, variables: describeConfig(frontendInternal) },
  { name: manualGrading.service, variables: describeConfig(manualGrading) },
  { name: web.service, variables: describeConfig(web) },
]

/** The page of all variables of the services' environments. */
export function variablePage(): Page {
  return {
    path: 'operators/variables',
    title: 'Variables',
    description: 'Every variable of every service: meaning, values, default.',
    order: 20,
    wide: true,
    body: [
      'A service reads its settings from its environment once, when it starts, and names every variable that is wrong before it ends. An empty variable counts as absent. A secret `X` may come as a file whose path is in `X_FILE`. With `NODE_ENV=production` no default secret is accepted.',
      ...services.flatMap(({ name, variables }) => [
        `## ${name}`,
        table(['Variable', 'Meaning', 'Must be', 'Default'], variables.map(row)),
      ]),
    ].join('\n\n'),
  }
}

function row(variable: VariableDescription): string[] {
  const { name, about, expects, fileVariable, requiredInProduction } = variable
  const names = fileVariable === undefined ? `\`${name}\`` : `\`${name}\` or \`${fileVariable}\``
  return [names, sentence(about), expects, requiredInProduction ? '**required in production**' : defaultOf(variable)]
}

function defaultOf({ default: value, secrecy }: VariableDescription): string {
  return secrecy !== undefined || value === undefined || value === '' ? 'none' : `\`${value}\``
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
