import type { Operation } from '../operation/operation.ts'
import { productVersion } from '../api-description/product-version.ts'
import type { BoundaryDescription } from './boundary-description.ts'
import { describeOperation } from './describe-operation.ts'
import type { Components, JsonObject } from './json.ts'

/** The OpenAPI 3.1 document of a boundary, computed only from its contract and its description. */
export function openApiDocument(description: BoundaryDescription): JsonObject {
  const { boundary, title, tags, headers, securitySchemes } = description
  const components: Components = { schemas: {}, responses: {} }
  const paths: Record<string, JsonObject> = {}
  for (const [operationId, operation] of Object.entries<Operation>(boundary.operations)) {
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
      license: { name: 'All rights reserved', identifier: 'LicenseRef-Proprietary' },
    },
    // The variable has no description of its own: the schema of @apidevtools/swagger-parser 13 misspells that member.
    servers: [{ url: '{base_url}', description: description.origin, variables: { base_url: { default: '' } } }],
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

function sortByName(components: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(components).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** The document as the exact bytes that are committed and, where it is, served. */
export function openApiText(description: BoundaryDescription): string {
  return `${JSON.stringify(openApiDocument(description), null, 2)}\n`
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
