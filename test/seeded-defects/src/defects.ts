import type { Defect } from './defect.ts'
import { access } from './defects/access.ts'
import { deliveries } from './defects/deliveries.ts'
import { locks } from './defects/locks.ts'

/** Every defect. There are at most twenty: what mutation testing reaches needs none. */
export const defects: readonly Defect[] = [...deliveries, ...locks, ...access]
