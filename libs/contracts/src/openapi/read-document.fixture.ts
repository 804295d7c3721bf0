import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { BoundaryDescription } from './boundary-description.ts'
import { openApiDocument } from './open-api-document.ts'

interface DescribedContent {
  readonly schema: object
  readonly example?: unknown
  readonly examples?: Record<string, { readonly summary: string; readonly value: unknown }>
}

interface DescribedReply {
  readonly description: string
  readonly headers?: object
  readonly content?: Record<string, DescribedContent>
}

interface Reference {
  readonly $ref: string
}

interface DescribedParameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly schema: object
  readonly example?: unknown
}

interface DescribedOperation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly security: readonly object[]
  readonly parameters?: readonly DescribedParameter[]
  readonly requestBody?: { readonly required: boolean; readonly content: Record<string, DescribedContent> }
  readonly responses: Record<string, DescribedReply | Reference>
}

/** A part of the document that has a schema, and its example. */
interface ShownExample {
  readonly title: string
  /** JSON pointer of the schema. */
  readonly pointer: string
  readonly examples: readonly unknown[]
}

/** The document of a boundary, with functions that find its schemas and examples. */
export function readDocument(description: BoundaryDescription) {
  const document = openApiDocument(description) as unknown as {
    readonly paths: Record<string, Record<string, DescribedOperation>>
    readonly components: { readonly responses: Record<string, DescribedReply> }
  }
  const shared = document.components.responses
  const replyOf = (reply: DescribedReply | Reference): DescribedReply =>
    '$ref' in reply ? shared[reply.$ref.replace('#/components/responses/', '')]! : reply
  const placed = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, pointer: pointerTo('paths', path, method) })),
  )
  const operations = placed.map((operation) => ({
    ...operation,
    responses: Object.fromEntries(
      Object.entries(operation.responses).map(([status, reply]) => [status, replyOf(reply)]),
    ),
  }))
  // Each schema is compiled once, not again where it is used.
  const ajv = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false, code: { optimize: false } })
  addFormats.default(ajv)
  ajv.addSchema({ $id: 'document', ...document })
  return {
    operations,
    operation: (operationId: string) => operations.find((operation) => operation.operationId === operationId)!,
    examples: [
      ...placed.flatMap((operation) => [
        ...parameterExamplesOf(operation),
        ...bodyExamplesOf(operation),
        ...replyExamplesOf(operation.operationId, `${operation.pointer}/responses`, operation.responses),
      ]),
      ...replyExamplesOf('shared', pointerTo('components', 'responses'), shared),
    ],
    /** The problems of a value by the schema at the pointer; empty if there are none. */
    problemsOf: (pointer: string, value: unknown) => {
      const validate = ajv.getSchema(`document#${pointer}`)
      if (validate === undefined) throw new Error(`there is no schema at ${pointer}`)
      return validate(value) ? [] : (validate.errors ?? [])
    },
  }
}

type Placed = DescribedOperation & { readonly pointer: string }

function parameterExamplesOf({ operationId, pointer, parameters = [] }: Placed): ShownExample[] {
  return parameters.map(({ name, example }, index) => ({
    title: `${operationId} ${name}`,
    pointer: `${pointer}${pointerTo('parameters', String(index), 'schema')}`,
    examples: [example],
  }))
}

function bodyExamplesOf({ operationId, pointer, requestBody }: Placed): ShownExample[] {
  if (requestBody === undefined) return []
  return contentExamplesOf(`${operationId} request`, `${pointer}/requestBody`, requestBody.content)
}

function replyExamplesOf(owner: string, pointer: string, replies: DescribedOperation['responses']): ShownExample[] {
  return Object.entries(replies).flatMap(([name, reply]) =>
    '$ref' in reply ? [] : contentExamplesOf(`${owner} ${name}`, pointer + pointerTo(name), reply.content ?? {}),
  )
}

function contentExamplesOf(
  title: string,
  pointer: string,
  content: Readonly<Record<string, DescribedContent>>,
): ShownExample[] {
  return Object.entries(content).map(([mediaType, { example, examples }]) => ({
    title: `${title} ${mediaType}`,
    pointer: pointer + pointerTo('content', mediaType, 'schema'),
    examples: examples ? Object.values(examples).map(({ value }) => value) : [example],
  }))
}

/** RFC 6901, as the fragment of a URI. */
function pointerTo(...steps: string[]): string {
  return steps.map((step) => `/${encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')
}
