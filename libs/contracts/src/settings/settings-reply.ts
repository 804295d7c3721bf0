import { jsonText, type JsonText, type Shown } from '../operation/reply.ts'
import type { CourseSettingsDocument } from './course-settings.ts'

/** The stored text is the body: it was composed once, when the settings were written. */
export function settingsReply({ revision, document }: { readonly revision: number; readonly document: string }): {
  readonly body: JsonText<Shown<CourseSettingsDocument>>
  readonly revision: number
} {
  return { body: jsonText(document), revision }
}
