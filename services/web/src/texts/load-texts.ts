import type { Locale, Texts } from './texts.ts'

/** The texts of a language, for scripts, which load no other. */
export const loadTexts: Readonly<Record<Locale, () => Promise<Texts>>> = {
  en: async () => (await import('./en.ts')).en,
  fi: async () => (await import('./fi.ts')).fi,
  sv: async () => (await import('./sv.ts')).sv,
}
