import type { Static, TSchema } from 'typebox'
import type { Operation, ReplySpec, StatusOf } from './operation.ts'

declare const valueOfText: unique symbol

/** JSON text of a value. A document that is stored as text is sent as it is stored: neither parsed nor serialised. */
export type JsonText<Value> = string & { readonly [valueOfText]: Value }

/** States the type of a stored text's value. It is not checked here, since the text was checked when it was written. */
export function jsonText<Value>(text: string): JsonText<Value> {
  return text as JsonText<Value>
}

/** JSON text as bytes in pieces, for a value that is too large to be in memory in several forms at once. */
export interface JsonBytes<Value> {
  readonly chunks: readonly Uint8Array[]
  readonly bytes: number
  readonly [valueOfText]?: Value
}

export function jsonBytes<Value>({ chunks, bytes }: JsonBytes<unknown>): JsonBytes<Value> {
  return new JsonPieces<Value>(chunks, bytes)
}

class JsonPieces<Value> implements JsonBytes<Value> {
  readonly chunks: readonly Uint8Array[]
  readonly bytes: number
  declare readonly [valueOfText]?: Value

  constructor(chunks: readonly Uint8Array[], bytes: number) {
    this.chunks = chunks
    this.bytes = bytes
  }
}

export function isJsonBytes(body: unknown): body is JsonBytes<unknown> {
  return body instanceof JsonPieces
}

/** A body that is not JSON, with the name under which a browser saves it. */
export interface Attachment<MediaType extends string = string> {
  readonly mediaType: MediaType
  /** The name in ASCII letters, digits, `.`, `_` and `-` alone. */
  readonly fileName: string
  /** The full name, where ASCII is not enough for it (RFC 6266 4.3, RFC 8187). */
  readonly fullFileName?: string | undefined
  /** The size of content in pieces, if it is known. The reply is cut if the pieces have more or fewer bytes. */
  readonly sizeBytes?: number | undefined
  readonly cut?: AbortSignal | undefined
  /** Text is UTF-8; pieces may have any length. */
  readonly content: string | AsyncIterable<string | Uint8Array>
}

/** A value that a reply shows. Its arrays and objects may be in use elsewhere, so none of them may be changed. */
export type Shown<Value> = Value extends readonly (infer Item)[]
  ? readonly Shown<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Shown<Value[Key]> }
    : Value

type BodyPart<Spec extends ReplySpec> = Spec extends { readonly schema: infer Schema extends TSchema }
  ? {
      readonly body: Shown<Static<Schema>> | JsonText<Shown<Static<Schema>>> | JsonBytes<Static<Schema>>
      readonly attachment?: never
    }
  : Spec extends { readonly mediaType: infer MediaType extends string }
    ? { readonly attachment: Attachment<MediaType>; readonly body?: never }
    : { readonly body?: never; readonly attachment?: never }

type AssessmentPart<Spec extends ReplySpec> = Spec extends { readonly assessmentRevision: true }
  ? { readonly assessmentRevision: number }
  : Spec extends { readonly assessmentRevision: 'if_any' }
    ? { readonly assessmentRevision?: number }
    : { readonly assessmentRevision?: never }

/** `etag` replaces the quoted revision where the reply has another entity tag. With `isComparable: false` a read is never 304. */
type EtagPart<Spec extends ReplySpec> = Spec extends { readonly etag: true }
  ? | { readonly revision: number; readonly etag?: never; readonly isComparable?: boolean }
    | { readonly etag: string; readonly revision?: never; readonly isComparable?: boolean }
  : { readonly revision?: never; readonly etag?: never }

type ReplyTo<Status extends number, Spec extends ReplySpec> = Status extends number
  ? { readonly status: Status; readonly headers?: Readonly<Record<string, string>> } & BodyPart<Spec> &
      EtagPart<Spec> &
      AssessmentPart<Spec>
  : never

/** What a handler may return: the statuses and shapes of its contract. A 304 is made of a 200 later. */
export type ReplyOf<Spec extends Operation> = {
  [Status in Exclude<StatusOf<Spec>, 304>]: ReplyTo<Status, Spec['replies'][Status] & ReplySpec>
}[Exclude<StatusOf<Spec>, 304>]
