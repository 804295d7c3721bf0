import { createContext } from 'preact'
import type { Locale } from '../../texts/texts.ts'

/** In which language and in which zone a page writes its times: the server's part of it and the script's alike. */
export interface Clock {
  readonly locale: Locale
  /** An IANA name. The zone of the browser is used nowhere. */
  readonly zone: string
}

export const ClockContext = createContext<Clock>({ locale: 'en', zone: 'UTC' })
