import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect } from 'vitest'

interface OpenApiDocument {
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> }
}

type SchemaName = 'ApiErrorEnvelopeV1' | 'CourseSettingsDocumentV1' | 'CourseSettingsUpdateV1'

export interface PublishedContract {
  /** The errors that an independent validator finds by the published schema. Empty for a valid value. */
  readonly problemsOf: (name: SchemaName, value: unknown) => readonly string[]
}

/** The schemas of the served OpenAPI document, in a validator that shares nothing with the one of the service. */
export async function readPublishedContract({ url }: { readonly url: string }): Promise<PublishedContract> {
  const document = (await (await fetch(`${url}/api/v1/openapi.json`)).json()) as OpenApiDocument
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema({ components: document.components }, 'api')
  const validators = new Map<SchemaName, ValidateFunction>()
  for (const name of ['ApiErrorEnvelopeV1', 'CourseSettingsDocumentV1', 'CourseSettingsUpdateV1'] as const) {
    expect(document.components.schemas).toHaveProperty(name)
    validators.set(name, ajv.compile({ $ref: `api#/components/schemas/${name}` }))
  }
  return {
    problemsOf(name, value) {
      const validate = validators.get(name)!
      return validate(value)
        ? []
        : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
    },
  }
}

interface ErrorEnvelope {
  readonly error: {
    readonly code: string
    readonly requestId: string
    readonly issues: readonly { readonly path: string; readonly code: string; readonly message: string }[]
  }
}

/** Expects an error reply to agree with the contract, and returns its envelope. */
export async function expectEnvelope(contract: PublishedContract, answer: Response): Promise<ErrorEnvelope> {
  const text = await answer.text()
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  const envelope = JSON.parse(text) as ErrorEnvelope
  expect(contract.problemsOf('ApiErrorEnvelopeV1', envelope)).toEqual([])
  expect(envelope.error.requestId).toBe(answer.headers.get('x-request-id'))
  expect(envelope.error.issues.length).toBeLessThanOrEqual(101)
  return envelope
}
