const literalForm = /^-?([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/

/** Not an integer, though the nearest double is one: `11.00000000000000000000001` would be another id. `11.0` and `1e3` are integers. */
export function isRoundedToInteger(literal: string): boolean {
  const [, whole = '', fraction = '', exponent = '0'] = literalForm.exec(literal) ?? []
  if (fraction === '' && exponent === '0') return false
  const digits = (whole + fraction).replace(/0+$/, '')
  const isZero = /^0*$/.test(digits)
  if (isZero || !Number.isInteger(Number(literal))) return false
  const trailingZeros = whole.length + fraction.length - digits.length
  return trailingZeros + Number(exponent) < fraction.length
}
