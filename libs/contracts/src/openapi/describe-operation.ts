import type { TObject, TSchema } from 'typebox'
import { type BodyLimits, revisionTagPattern } from '../operation/limits.ts'
import { credentialOf, type Operation, type ReplySpec, type RequestExample } from '../operation/operation.ts'
import type { BoundaryDescription } from './boundary-description.ts'
import { describeProblems } from './describe-problems.ts'
import { headerRefs } from './header-refs.ts'
import type { Components, Json, JsonObject } from './json.ts'
import { liftSchemas } from './lift-schemas.ts'
import { describeRight } from './describe-right.ts'

/** The description of one operation. The schemas that it needs are added to the components. */
export function describeOperation(
  operationId: string,
  operation: Operation,
  description: BoundaryDescription,
  components: Components,
): Json {
  const schemes = description.credentials[credentialOf(description.boundary, operation)] ?? []
  return {
    operationId,
    tags: [operation.tag],
    summary: operation.summary,
    description: describeRight(operation),
    security: schemes.length === 0 ? [] : [Object.fromEntries(schemes.map((scheme) => [scheme, []]))],
    ...parametersOf(operation, components.schemas),
    ...requestBodyOf(operation, components.schemas),
    responses: Object.fromEntries(
      [...repliesOf(operation, components.schemas), ...describeProblems(operation, description, components)].toSorted(
        ([a], [b]) => a - b,
      ),
    ),
  }
}

function parametersOf(operation: Operation, schemas: JsonObject): JsonObject {
  const { params, query, example } = operation
  const parameters = [
    ...describeParameters('path', params, example.params, schemas),
    ...describeParameters('query', query, example.query, schemas),
    ...preconditionOf(operation),
    ...(operation.assessmentRevision ? [assessmentRevisionHeader] : []),
  ]
  return parameters.length > 0 ? { parameters } : {}
}

function describeParameters(
  place: 'path' | 'query',
  group: TObject | undefined,
  examples: RequestExample['query'],
  schemas: JsonObject,
): Json[] {
  return Object.entries<TSchema>(group?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: place,
    required: group?.required?.includes(name) ?? false,
    schema: liftSchemas(schema, schemas),
    example: examples?.[name] ?? (schema as { examples?: readonly Json[] }).examples?.[0],
  }))
}

function preconditionOf(operation: Operation): Json[] {
  if (operation.ifMatch) {
    return [
      {
        name: 'If-Match',
        in: 'header',
        required: operation.ifMatch === true,
        example: `"${operation.example.revision}"`,
        schema: { type: 'string', pattern: revisionTagPattern },
        description:
          'Exactly one strong entity tag: the quoted revision that was read. `*`, weak tags and lists are refused.' +
          (operation.ifMatch === 'or_base' ? ' Required without `base`, and not allowed with it.' : ''),
      },
    ]
  }
  if (!operation.replies[304]) return []
  return [
    {
      name: 'If-None-Match',
      in: 'header',
      required: false,
      example: '"7"',
      schema: { type: 'string' },
      description: 'If it names the current `ETag`, the reply is 304 without a body.',
    },
  ]
}

const assessmentRevisionHeader: Json = {
  name: 'X-Assessment-Revision',
  in: 'header',
  required: false,
  example: 3,
  schema: { type: 'integer', minimum: 0 },
  description:
    'The revision of the assessment that was read. If it is sent and is not the current one, the reply is 412.',
}

function requestBodyOf(
  { body, example, bodyOptional, csvBody, mergePatch, maxBody }: Operation,
  schemas: JsonObject,
): JsonObject {
  const content: Json | undefined = csvBody
    ? { 'text/csv': { schema: { type: 'string' }, example: example.body as Json } }
    : body && {
        [mergePatch ? 'application/merge-patch+json' : 'application/json']: {
          schema: liftSchemas(body, schemas),
          example: example.body as Json,
        },
      }
  return content === undefined
    ? {}
    : { requestBody: { description: describeLimits(maxBody, csvBody), required: !bodyOptional, content } }
}

function describeLimits({ bytes, members }: BodyLimits, isCsv = false): string {
  const limitBytes = `At most ${bytes.toLocaleString('en-US')} bytes`
  return isCsv ? `${limitBytes}.` : `${limitBytes}, and ${members.toLocaleString('en-US')} members and elements in all.`
}

function repliesOf({ replies }: Operation, schemas: JsonObject): [status: number, response: Json][] {
  return Object.entries<ReplySpec>(replies).map(([status, reply]) => [
    Number(status),
    {
      description: reply.description,
      headers: headerRefs([
        'X-Request-ID',
        ...(reply.etag ? ['ETag'] : []),
        ...(reply.assessmentRevision ? ['X-Assessment-Revision'] : []),
        ...(reply.mediaType ? ['Content-Disposition'] : []),
      ]),
      ...contentOf(reply, schemas),
    },
  ])
}

function contentOf({ schema, mediaType, example }: ReplySpec, schemas: JsonObject): JsonObject {
  if (schema)
    return { content: { 'application/json': { schema: liftSchemas(schema, schemas), example: example as Json } } }
  if (mediaType === undefined) return {}
  const type = mediaType === 'application/json' ? 'object' : 'string'
  return { content: { [mediaType]: { schema: { type }, example: example as Json } } }
}
