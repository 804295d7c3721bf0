import type { SealedRows } from '@course-grading/jobs/reseal-all'
import {
  countCapabilitiesByKey,
  listSealedCapabilities,
  lockCapabilitiesToReseal,
  resealCapabilities,
  type SealedCapability,
} from '@course-grading/data/capabilities/reseal-capability-queries'
import { capabilityContext } from '@course-grading/sealing'

const afterId = (after: SealedCapability | undefined): number => after?.submissionId ?? 0

export const sealedCapabilities: SealedRows<SealedCapability> = {
  countByKey: countCapabilitiesByKey,
  list: (database, after, batch) => listSealedCapabilities(database, { afterSubmissionId: afterId(after), batch }),
  lock: (tx, after, batch, keyId) => lockCapabilitiesToReseal(tx, { afterSubmissionId: afterId(after), batch, keyId }),
  write: resealCapabilities,
  sealedOf: ({ sealedUrl }) => sealedUrl,
  contextOf: capabilityContext,
}
