import { setTimeout as sleep } from 'node:timers/promises'

/** On a busy machine a service may be too late for its own limit: it is asked again a second later, as its reply says. */
export async function patiently<Value>(ask: () => Promise<Value>, statusOf: (value: Value) => number): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    const value = await ask()
    const status = statusOf(value)
    if (status < 300) return value
    if (status !== 503 || attempt === 20) throw new Error(`the reply is ${status}`)
    await sleep(1_000)
  }
}
