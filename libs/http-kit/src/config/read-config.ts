import { readFileSync, statSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { Type } from 'typebox'
import type { Secrecy, Variable } from './config-variable.ts'
import type { ConfigProblem } from './config-problem.ts'
import { isLoopback } from '@course-grading/outbound/loopback'
import { environmentProblems, exposedSecretProblems, secretProblems } from './production-rules.ts'
import type { ReadSecret } from './production-rules.ts'

type Variables = Readonly<Record<string, Variable<unknown>>>
export type Environment = Readonly<Record<string, string | undefined>>

export type Config<Vars extends Variables> = {
  readonly [Name in keyof Vars]: Vars[Name] extends Variable<infer Value> ? Value : never
} & { readonly production: boolean }

/** Concerns several variables; `broken` is called only if each of them is valid. */
export interface ConfigRule<Values> {
  readonly variables: readonly [string, ...string[]]
  readonly problem: string
  readonly broken: (config: Values) => boolean
}

export interface ConfigDefinition<Vars extends Variables> {
  readonly service: string
  readonly variables: Vars
  readonly rules: readonly ConfigRule<Config<Vars>>[]
}

export type ConfigOf<Definition> = Definition extends ConfigDefinition<infer Vars> ? Config<Vars> : never

type ConfigResult<Vars extends Variables> =
  | { readonly ok: true; readonly config: Config<Vars> }
  | { readonly ok: false; readonly problems: readonly ConfigProblem[] }

export function defineConfig<const Vars extends Variables>(definition: ConfigDefinition<Vars>): ConfigDefinition<Vars> {
  return definition
}

const modes: readonly (string | undefined)[] = [undefined, '', 'production', 'development', 'test']
const maxFileBytes = 65_536

/** The text of a secret's file without the line end that editors add; undefined if there is no such plain file. */
function readSecretFile(path: string): string | undefined {
  try {
    const stat = statSync(path)
    if (!stat.isFile() || stat.size > maxFileBytes) return undefined
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '')
  } catch {
    return undefined
  }
}

const formerNameIn = ({ formerName }: Variable<unknown>, env: Environment): string | undefined =>
  formerName !== undefined && (env[formerName] ?? '') !== '' ? formerName : undefined

export function renamedIn({ variables }: { readonly variables: Variables }, env: Environment): readonly string[] {
  return Object.keys(variables).filter((name) => variables[name] && formerNameIn(variables[name], env) !== undefined)
}

type Found = { readonly text: string | undefined } | { readonly problem: ConfigProblem }

/** An empty variable counts as absent, since compose files and unit files leave a variable out in this way. */
function findText(name: string, variable: Variable<unknown>, env: Environment, production: boolean): Found {
  const own = env[name] === '' ? undefined : env[name]
  const former = formerNameIn(variable, env)
  if (own !== undefined && former !== undefined) {
    return { problem: { variable: name, problem: `is set twice: by itself and by ${former}` } }
  }
  const given = former === undefined ? own : env[former]
  const fileName = variable.secrecy === undefined ? undefined : env[`${name}_FILE`]
  if (fileName === undefined || fileName === '') {
    if (given !== undefined) return { text: given }
    const fallback = production ? variable.default : (variable.developmentDefault ?? variable.default)
    if (fallback !== undefined || variable.optional) return { text: fallback }
    return { problem: { variable: name, problem: 'is required' } }
  }
  if (given !== undefined) {
    return { problem: { variable: name, problem: `is set twice: by itself and by ${name}_FILE` } }
  }
  const text = readSecretFile(fileName)
  if (text !== undefined) return { text }
  return { problem: { variable: `${name}_FILE`, problem: 'does not name a readable file of at most 64 KiB' } }
}

const isInteger = ({ schema }: Variable<unknown>): boolean => 'type' in schema && schema.type === 'integer'

/** `0x10`, `1e3` and ` 7` stay texts, which no integer schema accepts. */
const numberOf = (text: string): number | string => (/^(0|[1-9][0-9]{0,15})$/.test(text) ? Number(text) : text)

function misfits(variables: Variables, given: Readonly<Record<string, unknown>>): Set<string> {
  const schemas = Object.entries(variables).map(([name, { schema }]) => [name, Type.Optional(schema)] as const)
  // Checking the schemas, too, would take a tenth of the time until a service is ready, and TypeBox builds only valid ones.
  const ajv = new Ajv2020({ allErrors: true, strict: true, meta: false, validateSchema: false })
  const validate = ajv.compile(Type.Object(Object.fromEntries(schemas)))
  validate(given)
  return new Set((validate.errors ?? []).map(({ instancePath }) => instancePath.slice(1)))
}

/** Reports every problem, never a value. Production also rejects values for development, and `switches` of Node that weaken it. */
export function readConfig<Vars extends Variables>(
  { variables, rules }: ConfigDefinition<Vars>,
  env: Environment,
  switches: readonly string[] = [],
): ConfigResult<Vars> {
  const production = env['NODE_ENV'] === 'production'
  const problems: ConfigProblem[] = []
  const given: Record<string, unknown> = {}
  const texts = new Map<string, string>()
  if (!modes.includes(env['NODE_ENV'])) {
    problems.push({ variable: 'NODE_ENV', problem: 'must be one of production, development, test' })
  }
  for (const [name, variable] of Object.entries(variables)) {
    const found = findText(name, variable, env, production)
    if ('problem' in found) problems.push(found.problem)
    else if (found.text !== undefined) {
      texts.set(name, found.text)
      given[name] = isInteger(variable) ? numberOf(found.text) : found.text
    }
  }

  const bad = misfits(variables, given)
  const values: Record<string, unknown> = { production }
  const secrets: ReadSecret[] = []
  for (const [name, variable] of Object.entries(variables)) {
    const text = texts.get(name)
    values[name] = text === undefined || bad.has(name) ? undefined : variable.decode(given[name])
    if (text === undefined) continue
    if (values[name] === undefined) problems.push({ variable: name, problem: `must be ${variable.expects}` })
    else if (variable.secrecy) {
      const { secrecy, developmentDefault } = variable
      secrets.push({ variable: name, secrecy, text, value: values[name], developmentDefault })
    }
  }

  const config = values as Config<Vars>
  const blamed = new Set(problems.map(({ variable }) => variable.replace(/_FILE$/, '')))
  const whole = rules.filter((rule) => !rule.variables.some((name) => blamed.has(name)))
  for (const {
    variables: [variable],
    problem,
    broken,
  } of whole)
    if (broken(config)) problems.push({ variable, problem })
  if (production) problems.push(...secretProblems(secrets), ...environmentProblems(env, switches))
  else if (typeof values['HOST'] === 'string' && !isLoopback(values['HOST'])) {
    problems.push(...exposedSecretProblems(secrets))
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, config }
}

/** Like `readConfig`; if anything is wrong, writes every problem to standard error and ends the process with 78. */
export function readConfigOrExit<Vars extends Variables>(
  definition: ConfigDefinition<Vars>,
  env: Environment,
): Config<Vars> {
  const result = readConfig(definition, env, process.execArgv)
  if (result.ok) return result.config
  const lines = result.problems.map(({ variable, problem }) => `  ${variable} ${problem}\n`)
  process.stderr.write(`${definition.service} cannot start, its configuration is wrong:\n${lines.join('')}`)
  process.exit(78)
}

export interface VariableDescription {
  readonly name: string
  readonly about: string
  readonly expects: string
  readonly default: string | undefined
  readonly developmentDefault: string | undefined
  readonly requiredInProduction: boolean
  readonly secrecy: Secrecy | undefined
  readonly fileVariable: string | undefined
  readonly formerName: string | undefined
}

/** Describes all variables in their order, for tests that compare other files with them. */
export function describeConfig<Vars extends Variables>(definition: ConfigDefinition<Vars>): VariableDescription[] {
  return Object.entries(definition.variables).map(([name, variable]) => ({
    name,
    about: variable.about,
    expects: variable.expects,
    default: variable.default,
    developmentDefault: variable.developmentDefault,
    requiredInProduction: !variable.optional && variable.default === undefined,
    secrecy: variable.secrecy,
    fileVariable: variable.secrecy === undefined ? undefined : `${name}_FILE`,
    formerName: variable.formerName,
  }))
}
