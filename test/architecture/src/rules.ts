import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { manualGrading } from '@course-grading/contracts/boundaries/manual-grading'
import { publicApi } from '@course-grading/contracts/boundaries/public-api'
import type { Rule } from './rule.ts'
import { dependenciesAreAllowed, importsAreDeclared, productImportsNoTestCode } from './rules/package-dependencies.ts'
import { foldersHaveNoCircle, modulesHaveNoCircle } from './rules/circles.ts'
import { documentsNameWhatExists } from './rules/documents.ts'
import { librariesHaveOneUser } from './rules/library-users.ts'
import { environmentIsReadInConfig } from './rules/environment.ts'
import { nothingIsExportedByDefault } from './rules/exports.ts'
import { filesAreShort } from './rules/file-length.ts'
import { functionsAreShort } from './rules/function-length.ts'
import { grantsAreUsed } from './rules/grants.ts'
import { httpKitKnowsNoRules } from './rules/http-kit-domain.ts'
import { featureFoldersHaveOneName, namesAreMeaningful, packagesAreNamedAsTheirFolders } from './rules/names.ts'
import { operationsAreServedAndTested, servicesHaveBoundaries } from './rules/operations.ts'
import { islandsSuitBrowsers } from './rules/islands.ts'
import { domainIsPure } from './rules/purity.ts'
import { operationsAreListedOnce } from './rules/operation-names.ts'
import { nothingPointsOutside } from './rules/outside.ts'
import { dependenciesHaveReasons } from './rules/readmes.ts'
import { referencesAgreeWithManifests } from './rules/references.ts'
import { presentPeopleAreReadByTheView } from './rules/roster-readers.ts'
import { studentsReadTheView } from './rules/student-view.ts'
import { noCheckIsSilenced } from './rules/silenced-checks.ts'
import { lockfileHoldsOnlyTheRegistry, versionsAreExact } from './rules/versions.ts'

const boundaries = [publicApi, frontendInternal, manualGrading]

/** Every architecture rule, by the name of its test. */
export const rules: Readonly<Record<string, Rule>> = {
  dependenciesAreAllowed,
  productImportsNoTestCode,
  importsAreDeclared,
  modulesHaveNoCircle,
  foldersHaveNoCircle,
  referencesAgreeWithManifests,
  httpKitKnowsNoRules,
  domainIsPure,
  islandsSuitBrowsers,
  librariesHaveOneUser,
  environmentIsReadInConfig,
  filesAreShort,
  functionsAreShort,
  namesAreMeaningful,
  featureFoldersHaveOneName,
  packagesAreNamedAsTheirFolders,
  nothingIsExportedByDefault,
  noCheckIsSilenced,
  grantsAreUsed,
  studentsReadTheView,
  presentPeopleAreReadByTheView,
  dependenciesHaveReasons,
  documentsNameWhatExists,
  versionsAreExact,
  lockfileHoldsOnlyTheRegistry,
  nothingPointsOutside,
  servicesHaveBoundaries: servicesHaveBoundaries(boundaries),
  operationsAreServedAndTested: operationsAreServedAndTested(boundaries),
  operationsAreListedOnce: operationsAreListedOnce(boundaries),
}
