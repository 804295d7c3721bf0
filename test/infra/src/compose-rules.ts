import * as configuration from './configuration-rules.ts'
import * as hardening from './hardening-rules.ts'
import * as network from './network-rules.ts'
import type { ComposeRule } from './rule.ts'
import * as secret from './secret-rules.ts'

/** By name. */
export const composeRules: Readonly<Record<string, ComposeRule>> = {
  ...configuration,
  ...hardening,
  ...network,
  ...secret,
}
