/** Shifts every wall clock that code of this process can read; clocks for durations stay right. Returns a function that resets them. */
export function shiftProcessClock(aheadMs: number): () => void {
  const RealDate = Date
  const realNow = Object.getOwnPropertyDescriptors(Temporal.Now)
  const { instant, timeZoneId } = Temporal.Now
  const shiftedInstant = (): Temporal.Instant => instant().add({ milliseconds: aheadMs })
  const shiftedIn = (zone: Temporal.TimeZoneLike = timeZoneId()): Temporal.ZonedDateTime =>
    shiftedInstant().toZonedDateTimeISO(zone)
  globalThis.Date = class extends RealDate {
    constructor(...given: readonly unknown[]) {
      if (given.length === 0) super(RealDate.now() + aheadMs)
      else super(...(given as [number]))
    }

    static override now(): number {
      return RealDate.now() + aheadMs
    }
  } as DateConstructor
  Object.assign(Temporal.Now, {
    instant: shiftedInstant,
    zonedDateTimeISO: shiftedIn,
    plainDateTimeISO: (zone?: Temporal.TimeZoneLike) => shiftedIn(zone).toPlainDateTime(),
    plainDateISO: (zone?: Temporal.TimeZoneLike) => shiftedIn(zone).toPlainDate(),
    plainTimeISO: (zone?: Temporal.TimeZoneLike) => shiftedIn(zone).toPlainTime(),
  })
  Object.defineProperty(performance, 'timeOrigin', { configurable: true, value: performance.timeOrigin + aheadMs })
  return () => {
    globalThis.Date = RealDate
    Object.defineProperties(Temporal.Now, realNow)
    // The real property is on the prototype.
    Reflect.deleteProperty(performance, 'timeOrigin')
  }
}
