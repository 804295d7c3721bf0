import { pathPattern } from '../journal/journal.ts'
import type { FaultAction, FaultScript } from './fault.ts'

interface ScriptedFault extends FaultScript {
  id: number
  /** How many times it has been applied. */
  played: number
  remove: () => void
}

interface Entry {
  fault: ScriptedFault
  pattern: RegExp
  passed: number
}

/** The scripted faults. The first one that matches the request and is not used up is applied. */
export class Faults {
  #entries: Entry[] = []
  #lastId = 0

  add(script: FaultScript): ScriptedFault {
    this.#lastId += 1
    const id = this.#lastId
    const fault: ScriptedFault = { ...script, id, played: 0, remove: () => this.remove(id) }
    this.#entries.push({ fault, pattern: pathPattern(script.path), passed: 0 })
    return fault
  }

  /** Requests that match wait until the returned function is called. */
  hold(script: Omit<FaultScript, 'action'>): () => void {
    const { promise: until, resolve } = Promise.withResolvers<void>()
    this.add({ ...script, action: { kind: 'hold', until } })
    return resolve
  }

  remove(id: number): void {
    this.#entries = this.#entries.filter((entry) => entry.fault.id !== id)
  }

  clear(): void {
    this.#entries = []
  }

  list(): readonly ScriptedFault[] {
    return this.#entries.map((entry) => entry.fault)
  }

  /** The fault to apply to this request, which counts it as applied; null if there is none. */
  take(method: string, path: string): FaultAction | null {
    for (const entry of this.#entries) {
      const { fault, pattern } = entry
      if (fault.method !== undefined && fault.method !== method) continue
      if (!pattern.test(path)) continue
      if (entry.passed < (fault.after ?? 0)) {
        entry.passed += 1
        continue
      }
      if (fault.times !== undefined && fault.played >= fault.times) continue
      fault.played += 1
      return fault.action
    }
    return null
  }
}
