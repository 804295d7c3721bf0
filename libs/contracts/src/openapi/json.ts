/** A JSON value with the key order it was built in; that order is what makes a document the same bytes everywhere. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined }
export type JsonObject = { [key: string]: Json | undefined }
