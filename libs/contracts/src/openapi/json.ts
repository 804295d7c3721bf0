/** A JSON value. Its keys keep the order in which it was built, so that a document has the same bytes on every machine. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined }
export type JsonObject = { [key: string]: Json | undefined }

export interface Components {
  readonly schemas: JsonObject
  readonly responses: JsonObject
}
