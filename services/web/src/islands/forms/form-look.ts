import { createContext } from 'preact'
import type { Texts } from '../../texts/texts.ts'

/** Something that is wrong with a form, in a sentence. */
export interface Fault {
  /** The name of the field under which it stands; null where no field of this form is meant. */
  readonly field: string | null
  /** What the field is called. */
  readonly title: string | null
  readonly text: string
  /** The page on which it can be mended, where that is another one. */
  readonly href?: string
}

/** What somebody else wrote meanwhile. */
export interface Standing {
  /** What stands now, in words, of each field that was changed here, too. */
  readonly fields: ReadonlyMap<string, string>
  /** Null where it is not known. */
  readonly written: { readonly by: string; readonly at: string } | null
}

/** How the fields of a form look: as it opens, or as it was sent. */
export interface FormLook {
  readonly texts: Texts
  /** Of what the form was drawn from. Ids carry it, so that a text that a browser puts back meets no field of a newer one. */
  readonly revision: number
  readonly faults: readonly Fault[]
  readonly standing: Standing | null
  /** The name of the field, or of the button, that has the focus when the page opens. */
  readonly focus: string | null
  /** Whether a script draws it: then fields hold what they are given at each drawing. */
  readonly isLive?: boolean
}

export const FormContext = createContext<FormLook | null>(null)

export const idOf = ({ revision }: Pick<FormLook, 'revision'>, name: string): string => `${name}-r${revision}`
