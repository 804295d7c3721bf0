export {
  assembleContent,
  type AssembledContent,
  type ContentSource,
  contentLimitBytes,
  maxFileBytes,
  maxFiles,
} from './assemble-content.ts'
export { decodeText, type DecodedText } from './decode-text.ts'
export { formAnswersOf, type FormAnswer, type FormField, type FormSource } from './form-answers.ts'
export { highlightLanguageOf } from './highlight-language.ts'
export {
  createLineDifference,
  type LineDifference,
  type LineDifferenceOptions,
  type LineRange,
} from './line-difference.ts'
export type { FileReading, SubmissionFile, UpstreamFile } from './submission-file.ts'
export { admitsTemplate, isExcluded, templateName, type TemplateSettings } from './template-rules.ts'
