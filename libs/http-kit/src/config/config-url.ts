import { Type } from 'typebox'
import type { Variable } from './config-variable.ts'

/** An absolute `http` or `https` URL without user, query or fragment; undefined for anything else. */
function parsePlainUrl(text: string): URL | undefined {
  if (!/^https?:\/\/[\x21-\x7e]+$/.test(text) || /[?#@\\]/.test(text)) return undefined
  return URL.parse(text) ?? undefined
}

/** A variable with the address of a server. Its value has no slash at its end. */
export function baseUrl(options: {
  readonly about: string
  readonly developmentDefault: string
  readonly expects: string
  readonly accepts: (url: URL) => boolean
}): Variable<string> {
  return {
    about: options.about,
    developmentDefault: options.developmentDefault,
    expects: options.expects,
    optional: false,
    schema: Type.String({ maxLength: 2048 }),
    decode: (checked) => {
      const url = typeof checked === 'string' ? parsePlainUrl(checked) : undefined
      return url && options.accepts(url) ? url.href.replace(/\/+$/, '') : undefined
    },
  }
}
