import { publicDocumentText } from '@course-grading/contracts/openapi/public-document'

export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly pattern?: string
}

export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly description?: string
  readonly schema: Schema
  readonly example?: string | number
}

interface Media {
  readonly schema: Schema
  readonly example?: unknown
}

export interface Reply {
  readonly description: string
  readonly headers?: Readonly<Record<string, unknown>>
  readonly content?: Readonly<Record<string, Media>>
}

export interface OperationOfDocument {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly security?: readonly Readonly<Record<string, unknown>>[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<Record<string, Reply>>
}

export type SecuritySchemes = Readonly<
  Record<string, { readonly name: string; readonly in: string; readonly description: string }>
>

export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationOfDocument>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>>; readonly securitySchemes: SecuritySchemes }
}

const { responses } = (JSON.parse(publicDocumentText) as { components: { responses: Readonly<Record<string, Reply>> } })
  .components

/** The published document of the public API, with the shared replies at each operation that has them. */
export const publicDocument = JSON.parse(publicDocumentText, (_key, value: { readonly $ref?: string } | null) => {
  const name = value?.$ref?.split('#/components/responses/')[1]
  return name === undefined ? value : responses[name]
}) as OpenApiDocument

/** Where the static copy of the document is, below the site's root. */
export const publicDocumentPath = 'reference/openapi/public-v1.json'
