import type { Defect } from './defect.ts'
import { checkOrder } from './defects/check-order.ts'
import { exerciseRace } from './defects/exercise-race.ts'
import { ifMatch } from './defects/if-match.ts'
import { jsonReader } from './defects/json-reader.ts'
import { logAllowlist } from './defects/log-allowlist.ts'
import { revisionRace } from './defects/revision-race.ts'
import { tokenCache } from './defects/token-cache.ts'

/** Every defect, by its area. */
export const defects: Readonly<Record<string, readonly Defect[]>> = {
  'races for a revision': revisionRace,
  'races for an exercise': exerciseRace,
  'the token cache': tokenCache,
  'what may be told': logAllowlist,
  'the JSON reader': jsonReader,
  'If-Match': ifMatch,
  'the order of checks': checkOrder,
}
