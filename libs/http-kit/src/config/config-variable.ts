import { Type } from 'typebox'
import type { TSchema } from 'typebox'
import { parseKeyRing } from './key-ring-text.ts'
import type { KeyRing } from './key-ring-text.ts'

/** How a value is secret: `credential` contains a secret, as a URL with a password. Each may come from a file named by `<NAME>_FILE`. */
export type Secrecy = 'credential' | 'secret' | 'key_ring'

export interface Variable<Value> {
  /** The schema of the text, or, with the type integer, of the number that the text writes in plain decimals. */
  readonly schema: TSchema
  /** Completes "must be …". */
  readonly expects: string
  readonly about: string
  /** The text of an absent variable, in production too. */
  readonly default?: string | undefined
  /** The text of an absent variable outside production; without `default`, production requires the variable. */
  readonly developmentDefault?: string | undefined
  readonly optional: boolean
  /** Another name that is still accepted. */
  readonly formerName?: string | undefined
  readonly secrecy?: Secrecy | undefined
  /** Undefined if the text is not acceptable although it fits the schema. */
  readonly decode: (checked: unknown) => Value | undefined
}

interface VariableOptions {
  readonly about: string
  readonly default?: string
  readonly developmentDefault?: string
}

const asText = (checked: unknown): string | undefined => (typeof checked === 'string' ? checked : undefined)

export function integer(options: {
  readonly about: string
  readonly default?: number
  readonly developmentDefault?: number
  readonly min: number
  readonly max: number
}): Variable<number> {
  const { min, max } = options
  return {
    schema: Type.Integer({ minimum: min, maximum: max }),
    expects: `an integer from ${min} to ${max}`,
    about: options.about,
    default: options.default === undefined ? undefined : String(options.default),
    developmentDefault: options.developmentDefault === undefined ? undefined : String(options.developmentDefault),
    optional: false,
    decode: (checked) => (typeof checked === 'number' ? checked : undefined),
  }
}

/** A text that fits `pattern`, and that `accepts` takes; `expects` says both in words. */
export function text(
  options: VariableOptions & {
    readonly pattern: string
    readonly expects: string
    readonly secrecy?: Secrecy
    readonly accepts?: (text: string) => boolean
  },
): Variable<string> {
  const { pattern, accepts = () => true, ...rest } = options
  return {
    ...rest,
    schema: Type.String({ pattern, maxLength: 4096 }),
    optional: false,
    decode: (checked) => (typeof checked === 'string' && accepts(checked) ? checked : undefined),
  }
}

export function choice<const Word extends string>(
  options: VariableOptions & { readonly words: readonly Word[] },
): Variable<Word> {
  const { words, ...rest } = options
  return {
    ...rest,
    schema: Type.Union(words.map((word) => Type.Literal(word))),
    expects: `one of ${words.join(', ')}`,
    optional: false,
    decode: (checked) => words.find((word) => word === checked),
  }
}

export function flag(options: VariableOptions): Variable<boolean> {
  return { ...choice({ ...options, words: ['0', '1'] }), decode: (checked) => checked === '1' }
}

/** A secret that travels in a header: visible ASCII. Its length and uniqueness are checked in production. */
export function secret(options: VariableOptions): Variable<string> {
  return text({
    ...options,
    pattern: '^[\\x21-\\x7e]{1,256}$',
    expects: '1 to 256 visible characters',
    secrecy: 'secret',
  })
}

/** `id:base64(32 bytes)`, comma-separated; the first key seals, all of them open. */
export function keyRing(options: VariableOptions): Variable<KeyRing> {
  return {
    ...options,
    schema: Type.String({ maxLength: 4096 }),
    expects: 'id:base64 of 32 bytes, comma-separated, ids of a-z, 0-9 and -, no id and no key twice',
    optional: false,
    secrecy: 'key_ring',
    decode: (checked) => parseKeyRing(asText(checked) ?? ''),
  }
}

/** Comma-separated entries; `entry` returns undefined for a text that it does not accept. */
export function list<Entry>(
  options: VariableOptions & { readonly expects: string; readonly entry: (text: string) => Entry | undefined },
): Variable<readonly Entry[]> {
  const { entry, ...rest } = options
  return {
    ...rest,
    schema: Type.String({ maxLength: 16_384 }),
    optional: false,
    decode: (checked) => {
      const texts = (asText(checked) ?? '')
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '')
      const entries = texts.map(entry).filter((value) => value !== undefined)
      return entries.length === texts.length ? entries : undefined
    },
  }
}

export function renamed<Value>(variable: Variable<Value>, formerName: string): Variable<Value> {
  return { ...variable, formerName }
}

export function optional<Value>(variable: Variable<Value>): Variable<Value | undefined> {
  return { ...variable, optional: true }
}
