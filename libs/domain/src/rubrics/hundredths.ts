const decimalForm = /^(?<sign>-?)(?<whole>\d+)(?:\.(?<fraction>\d+))?(?:e(?<exponent>[+-]\d+))?$/

/** Exact; null for more than two decimal places. The shortest decimal that names the double counts, which is what people wrote. */
export function toHundredths(points: number): bigint | null {
  const { sign, whole = '', fraction = '', exponent = '0' } = decimalForm.exec(String(points))?.groups ?? {}
  if (whole === '') return null
  const digits = BigInt(`${sign}${whole}${fraction}`)
  const shift = Number(exponent) - fraction.length + 2
  if (shift >= 0) return digits * 10n ** BigInt(shift)
  const divisor = 10n ** BigInt(-shift)
  return digits % divisor === 0n ? digits / divisor : null
}

export function fromHundredths(hundredths: bigint): number {
  const size = hundredths < 0n ? -hundredths : hundredths
  const text = `${size / 100n}.${String(size % 100n).padStart(2, '0')}`
  return Number(hundredths < 0n ? `-${text}` : text)
}
