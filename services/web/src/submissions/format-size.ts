import type { Locale } from '../texts/texts.ts'

const units = ['byte', 'kilobyte', 'megabyte'] as const

/** A size in units of thousands, as A+ and browsers count. */
export function formatSize(locale: Locale, bytes: number): string {
  const step = bytes < 1_000 ? 0 : bytes < 999_500 ? 1 : 2
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[step],
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumSignificantDigits: step === 0 ? 3 : bytes / 1_000 ** step < 10 ? 2 : 3,
  }).format(bytes / 1_000 ** step)
}
