import type { Boundary, Operation } from '../operation/operation.ts'
import { productVersion } from '../api-description/product-version.ts'
import type { BoundaryDescription } from './boundary-description.ts'
import { describeOperation } from './describe-operation.ts'
import type { Components, JsonObject } from './json.ts'

/** The OpenAPI 3.1 document of a boundary. `order` has operationIds; an operation that it lacks comes last. */
export function openApiDocument(description: BoundaryDescription, order: readonly string[] = []): JsonObject {
  const { boundary, title, tags, headers, origin, securitySchemes } = description
  const components: Components = { schemas: {}, responses: {} }
  const paths: Record<string, JsonObject> = {}
  for (const [operationId, operation] of inOrder(boundary, order)) {
    const path = boundary.prefix + operation.path
    paths[path] = {
      ...paths[path],
      [operation.method]: describeOperation(operationId, operation, description, components),
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: productVersion,
      description: overviewOf(description),
      contact: { name: 'The operators of the service' },
      license: { name: 'All rights reserved', identifier: 'LicenseRef-Proprietary' },
    },
    // The variable has no description of its own: the schema of @apidevtools/swagger-parser 13 misspells that member.
    servers: [
      {
        url: '{base_url}',
        description: origin.description,
        variables: { base_url: { default: origin.inDevelopment } },
      },
    ],
    tags: tags.map((tag) => ({ ...tag })),
    paths,
    components: {
      schemas: sortByName(components.schemas),
      responses: sortByName(components.responses),
      headers,
      securitySchemes,
    },
  }
}

function inOrder({ operations }: Boundary, order: readonly string[]): [operationId: string, operation: Operation][] {
  const rank = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length)
  return Object.entries(operations).toSorted(([a], [b]) => rank(a) - rank(b))
}

function orderOf({ paths }: OrderedDocument): string[] {
  return Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId))
}

interface OrderedDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>
}

function sortByName(components: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(components).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

export function openApiText(description: BoundaryDescription, committed: string): string {
  const order = orderOf(JSON.parse(committed) as OrderedDocument)
  return `${JSON.stringify(openApiDocument(description, order), null, 2)}\n`
}

function overviewOf({ boundary, overview, beforeAnyOperation }: BoundaryDescription): string {
  return [
    overview,
    '',
    'Some errors come before any operation and have the same body:',
    ...Object.entries(boundary.problems)
      .filter(([code]) => beforeAnyOperation.includes(code))
      .map(([code, { status, condition }]) => `- ${status} \`${code}\`: ${condition}`),
    '',
    'What cannot be read as a request of HTTP/1.1 (no `Host`, a malformed line or header, too many headers) gets the status alone: no',
    'body and no `X-Request-ID`. The connection ends with it, as it does for `CONNECT`, which gets no reply.',
  ].join('\n')
}
