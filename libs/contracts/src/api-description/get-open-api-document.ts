import Type from 'typebox'
import { defineOperation } from '../operation/operation.ts'
import { productVersion } from './product-version.ts'

export const getOpenApiDocument = defineOperation({
  method: 'get',
  path: '/openapi.json',
  tag: 'description',
  summary: 'Read this description',
  description:
    'Returns this OpenAPI 3.1 document. Its bytes are the same for one version of the service, wherever it runs.',
  allow: 'anybody',
  example: {},
  replies: {
    200: {
      description: 'The OpenAPI 3.1 document of the public API.',
      schema: Type.Object(
        {
          openapi: Type.String(),
          info: Type.Object({ title: Type.String(), version: Type.String() }, { additionalProperties: true }),
        },
        {
          title: 'OpenApiDocument',
          additionalProperties: true,
          description: 'An OpenAPI 3.1 document.',
        },
      ),
      etag: true,
      example: { openapi: '3.1.0', info: { title: 'Course grading: public automation API', version: productVersion } },
    },
    304: { description: "The caller's copy is current.", etag: true },
  },
  timeLimitMs: 15_000,
})
