import type { Operation } from '../operation/operation.ts'
import type { BoundaryDescription } from './boundary-description.ts'
import { headerRefs } from './header-refs.ts'
import type { Components, Json, JsonObject } from './json.ts'
import { liftSchemas } from './lift-schemas.ts'

const exampleRequestId = '019aa0f6-8d2c-7c1e-9d53-3f1c52a0b7e4'

/** The problems of an operation: one response for all codes of a status, in the order of the boundary's table. */
export function describeProblems(
  operation: Operation,
  description: BoundaryDescription,
  components: Components,
): [status: number, response: Json][] {
  const byStatus = new Map<number, string[]>()
  for (const [code, { status }] of Object.entries(description.boundary.problems)) {
    if (operation.problems.includes(code)) byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return [...byStatus].map(([status, codes]) => {
    const name = codes.map(pascalCase).join('Or')
    components.responses[name] ??= describeProblem(codes, description, components.schemas)
    return [status, { $ref: `#/components/responses/${name}` }]
  })
}

const pascalCase = (code: string): string => code.replaceAll(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase())

function describeProblem(codes: readonly string[], description: BoundaryDescription, schemas: JsonObject): Json {
  const { errorBody, errorExample, problemHeaders } = description
  const example = (code: string) => errorExample(code, exampleRequestId) as Json
  const named = (code: string): [string, Json] => [
    code,
    { summary: conditionOf(code, description), value: example(code) },
  ]
  const [first = ''] = codes
  return {
    description: codes.length === 1 ? conditionOf(first, description) : listProblems(codes, description),
    headers: headerRefs(['X-Request-ID', ...new Set(codes.flatMap((code) => problemHeaders[code] ?? []))]),
    content: {
      'application/json': {
        schema: liftSchemas(errorBody, schemas),
        ...(codes.length === 1 ? { example: example(first) } : { examples: Object.fromEntries(codes.map(named)) }),
      },
    },
  }
}

function listProblems(codes: readonly string[], description: BoundaryDescription): string {
  return codes.map((code) => `- \`${code}\`: ${conditionOf(code, description)}`).join('\n')
}

function conditionOf(code: string, { boundary }: BoundaryDescription): string {
  return boundary.problems[code]?.condition ?? ''
}
