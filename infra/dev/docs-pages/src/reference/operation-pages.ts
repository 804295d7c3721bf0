import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { code, type Page, table } from '../page.ts'
import type { OpenApiDocument, OperationOfDocument, Parameter, Reply, SecuritySchemes } from './document.ts'
import { limitsOf, schemaLink, typeOf } from './schema-pages.ts'

/** The languages of examples, with the ending of their files. */
const exampleLanguages = [
  { name: 'curl', ending: 'sh', highlighter: 'sh' },
  { name: 'Python', ending: 'py', highlighter: 'python' },
  { name: 'TypeScript', ending: 'ts', highlighter: 'ts' },
] as const

/** The file of an operation's example, below the folder of examples. */
const exampleFile = (operationId: string, ending: string): string =>
  `${operationId.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.${ending}`

/** A page for each operation. Its examples are files, which are also run. */
export function operationPages({ paths, components }: OpenApiDocument, examplesFolder: string): Page[] {
  const { securitySchemes } = components
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation], index) => ({
      path: `reference/${operation.operationId}`,
      title: operation.operationId,
      description: `${operation.summary}: ${method.toUpperCase()} ${path}`,
      order: 10 + index,
      body: bodyOf(method.toUpperCase(), path, operation, { examplesFolder, securitySchemes }),
    })),
  )
}

interface Source {
  readonly examplesFolder: string
  readonly securitySchemes: SecuritySchemes
}

function bodyOf(
  method: string,
  path: string,
  operation: OperationOfDocument,
  { examplesFolder, securitySchemes }: Source,
): string {
  return [
    `**${operation.summary}**`,
    code('http', `${method} ${path}`),
    operation.description,
    ...parameters([...credentials(operation, securitySchemes), ...(operation.parameters ?? [])]),
    ...requestBody(operation),
    '## Replies',
    table(
      ['Status', 'What', 'Body'],
      Object.entries(operation.responses).map(([status, reply]) => replyRow(status, reply)),
    ),
    'Four more come before any operation: [`method_not_allowed`](/errors/method_not_allowed/), [`request_timeout`](/errors/request_timeout/), [`rate_limited`](/errors/rate_limited/) and [`overloaded`](/errors/overloaded/). The last two say in `Retry-After` after how many seconds to come back.',
    ...successExample(operation),
    '## Examples',
    'The examples take `BASE_URL`, `API_TOKEN` and `COURSE_ID` from the environment. With the product started for development, they are `http://127.0.0.1:8081`, a demo token that the start prints, and `11`. Those for curl that change something need `jq`, those in Python nothing but Python 3.9, those in TypeScript nothing but Node 22.18 (`node example.ts`).',
    ...exampleLanguages.flatMap(({ name, ending, highlighter }) => [
      `### ${name}`,
      code(highlighter, readFileSync(join(examplesFolder, exampleFile(operation.operationId, ending)), 'utf8')),
    ]),
  ].join('\n\n')
}

/** A credential is a header too, although the document describes it apart. */
function credentials({ security = [] }: OperationOfDocument, schemes: SecuritySchemes): Parameter[] {
  return security.flatMap(Object.keys).map((scheme) => {
    const known = schemes[scheme]
    if (known === undefined) throw new Error(`${scheme} is no scheme of the document`)
    const { name, in: place, description } = known
    return { name, in: place, required: true, schema: { type: 'string', description } }
  })
}

function parameters(all: readonly Parameter[]): string[] {
  if (all.length === 0) return []
  const rows = all.map(({ name, in: place, required, description, schema, example }) => [
    `\`${name}\``,
    `${place}${required ? '' : ', optional'}`,
    typeOf(schema),
    [description ?? schema.description ?? '', limitsOf(schema), example === undefined ? '' : `Example: \`${example}\`.`]
      .filter((text) => text !== '')
      .join(' '),
  ])
  return ['## Parameters', table(['Name', 'Where', 'Type', 'Meaning'], rows)]
}

function requestBody({ requestBody: body }: OperationOfDocument): string[] {
  if (body === undefined) return []
  return Object.entries(body.content).flatMap(([mediaType, { schema, example }]) => [
    '## Body',
    `\`${mediaType}\`: ${typeOf(schema)}.`,
    code('json', JSON.stringify(example, null, 2)),
  ])
}

/** The codes of the errors in the document's own examples. */
function replyRow(status: string, { description, content = {}, headers = {} }: Reply): string[] {
  const [media] = Object.values(content)
  const error = (media?.example as { readonly error?: { readonly code: string } } | undefined)?.error
  const sent = Object.keys(headers).map((name) => `\`${name}\``)
  const what = [description, sent.length === 0 ? '' : `Headers: ${sent.join(', ')}.`]
    .filter((text) => text !== '')
    .join(' ')
  if (error !== undefined) return [status, what, `[\`${error.code}\`](/errors/${error.code}/)`]
  if (media === undefined) return [status, what, 'none']
  return [
    status,
    what,
    media.schema.$ref === undefined ? typeOf(media.schema) : schemaLink(media.schema.$ref.split('/').at(-1) ?? ''),
  ]
}

function successExample({ responses }: OperationOfDocument): string[] {
  const example = Object.values(responses['200']?.content ?? {})[0]?.example
  return example === undefined ? [] : ['A successful reply:', code('json', JSON.stringify(example, null, 2))]
}
