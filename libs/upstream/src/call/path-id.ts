/** Ids are checked where they enter the product, so an invalid id here is a defect. @throws RangeError */
export function pathId(id: number): string {
  if (!Number.isSafeInteger(id) || id < 1) throw new RangeError('An id of A+ is an integer from 1 to 2^53-1.')
  return String(id)
}
