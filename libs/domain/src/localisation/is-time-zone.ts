/** Whether the process knows the IANA name of a time zone. Offsets such as `+02:00`, which `Intl` takes too, are no names. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
