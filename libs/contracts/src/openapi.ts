import type { TSchema } from 'typebox'
import { apiErrorEnvelope, type ApiErrorEnvelope } from './api-error.ts'
import { bodyLimitText, revisionTagPattern } from './limits.ts'
import type { Operation, ReplySpec } from './operation.ts'
import { publicApi } from './public-api.ts'
import { publicProblems, type PublicProblemCode } from './public-problems.ts'

/** A JSON value with the key order it was built in; that order is what makes the document the same bytes everywhere. */
type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined }
type JsonObject = { [key: string]: Json | undefined }

const exampleRequestId = '019aa0f6-8d2c-7c1e-9d53-3f1c52a0b7e4'

/** Answers that come before any operation, so they stand in no operation's list. */
const beforeAnyOperation = ['method_not_allowed', 'rate_limited', 'overloaded'] as const satisfies readonly PublicProblemCode[]

const overview = [
  'Course settings for scripts of course teachers. Send `Authorization: Token <API_TOKEN>` with your API token of the learning',
  'platform. Read the settings, keep the `revision`, change the document, and send it back with `If-Match: "<revision>"`.',
  '',
  'Clients branch on `error.code` and on `issues[].code`, never on messages. Every answer carries `X-Request-ID`; a request may',
  `bring its own (8 to 128 of \`A-Z a-z 0-9 . _ -\`). Bodies are JSON in UTF-8, at most ${bodyLimitText}.`,
  '',
  'Some answers come before any operation and have the same error body:',
  ...beforeAnyOperation.map((code) => `- ${publicProblems[code].status} \`${code}\`: ${publicProblems[code].condition}`),
].join('\n')

const headers: JsonObject = {
  'X-Request-ID': { description: 'Correlation identifier of this request.', required: true, schema: { type: 'string' } },
  ETag: { description: 'Strong entity tag of the body; of settings it is the quoted revision.', required: true, schema: { type: 'string' }, example: '"7"' },
  'WWW-Authenticate': { description: 'The scheme to authenticate with.', required: true, schema: { type: 'string' }, example: 'Token' },
}
const headerRef = (name: string): Json => ({ $ref: `#/components/headers/${name}` })

/** The OpenAPI 3.1 document of the public API, computed from the contract alone. */
export function openApiDocument(): JsonObject {
  const components: JsonObject = {}
  const paths: Record<string, JsonObject> = {}
  for (const [operationId, operation] of Object.entries<Operation>(publicApi.operations)) {
    const path = publicApi.prefix + operation.path
    paths[path] = { ...paths[path], [operation.method]: describeOperation(operationId, operation, components) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Course grading: public automation API', version: '1.0.0', description: overview,
      license: { name: 'All rights reserved', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '{base_url}', description: 'Where this service runs.', variables: { base_url: { default: '', description: 'Origin of the service; empty: where this document came from.' } } }],
    tags: [
      { name: 'settings', description: 'Settings of a course.' },
      { name: 'description', description: 'This description.' },
    ],
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(components).toSorted(([a], [b]) => (a < b ? -1 : 1))),
      headers,
      securitySchemes: {
        upstreamToken: {
          type: 'apiKey', in: 'header', name: 'Authorization',
          description: '`Token <API_TOKEN>`: an API token of the learning platform that belongs to a teacher of the course.',
        },
      },
    },
  }
}

/** The document as the exact bytes that are committed and served. */
export function openApiText(): string {
  return `${JSON.stringify(openApiDocument(), null, 2)}\n`
}

function describeOperation(operationId: string, operation: Operation, components: JsonObject): Json {
  return {
    operationId,
    tags: [operation.tag],
    summary: operation.summary,
    description: operation.description,
    security: operation.credential === 'none' ? [] : [{ upstreamToken: [] }],
    ...(parametersOf(operation, components)),
    ...(operation.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: reference(operation.body, components), example: operation.bodyExample as Json } },
      },
    }),
    responses: responsesOf(operation, components),
  }
}

function parametersOf(operation: Operation, components: JsonObject): JsonObject {
  const parameters: Json[] = Object.entries<TSchema>(operation.params?.properties ?? {}).map(([name, schema]) => ({
    name, in: 'path', required: true, schema: reference(schema, components), example: 11,
  }))
  if (operation.ifMatch) {
    parameters.push({
      name: 'If-Match', in: 'header', required: true, example: '"7"', schema: { type: 'string', pattern: revisionTagPattern },
      description: 'Exactly one strong entity tag: the quoted revision that was read. `*`, weak tags and lists are refused.',
    })
  } else if (operation.replies[304]) {
    parameters.push({
      name: 'If-None-Match', in: 'header', required: false, example: '"7"', schema: { type: 'string' },
      description: 'When it names the current `ETag`, the answer is 304 without a body.',
    })
  }
  return parameters.length > 0 ? { parameters } : {}
}

function responsesOf(operation: Operation, components: JsonObject): Json {
  const responses: [number, Json][] = Object.entries<ReplySpec>(operation.replies).map(([status, reply]) => [Number(status), {
    description: reply.description,
    headers: { 'X-Request-ID': headerRef('X-Request-ID'), ...(reply.etag && { ETag: headerRef('ETag') }) },
    ...(reply.schema && {
      content: { 'application/json': { schema: reference(reply.schema, components), example: reply.example as Json } },
    }),
  }])
  for (const code of operation.problems as readonly PublicProblemCode[]) responses.push([publicProblems[code].status, problemResponse(code, components)])
  return Object.fromEntries(responses.toSorted(([a], [b]) => a - b).map(([status, response]) => [String(status), response]))
}

function problemResponse(code: PublicProblemCode, components: JsonObject): Json {
  return {
    description: publicProblems[code].condition,
    headers: { 'X-Request-ID': headerRef('X-Request-ID'), ...(code === 'invalid_token' && { 'WWW-Authenticate': headerRef('WWW-Authenticate') }) },
    content: { 'application/json': { schema: reference(apiErrorEnvelope, components), example: problemExample(code) } },
  }
}

const issueExamples: Partial<Record<PublicProblemCode, ApiErrorEnvelope['error']['issues']>> = {
  validation_failed: [{ path: '$.visibleTagSlugs', code: 'invalid_value', message: 'The course has no tag "group-c".' }],
  manual_grading_exercise_conflict: [{ path: '$.manualGradingExercises', code: 'conflict', message: 'Exercise 1301 belongs to another course.' }],
}

function problemExample(code: PublicProblemCode): Json {
  const envelope: ApiErrorEnvelope = {
    error: { code, message: publicProblems[code].message, requestId: exampleRequestId, issues: issueExamples[code] ?? [] },
  }
  return envelope
}

/** The schema with every titled schema in it lifted into the components and referred to. */
function reference(schema: unknown, components: JsonObject): Json {
  if (Array.isArray(schema)) return schema.map((item) => reference(item, components))
  if (typeof schema !== 'object' || schema === null) return schema as Json
  const titled = 'title' in schema && typeof schema.title === 'string' ? schema.title : undefined
  const described = Object.fromEntries(Object.entries(schema)
    .filter(([key]) => titled === undefined || key !== 'title')
    .map(([key, value]) => [key, reference(value, components)]))
  if (titled === undefined) return described
  components[titled] ??= described
  return { $ref: `#/components/schemas/${titled}` }
}
