/**
 * A text that changes. Each has an element of its own: whatever translates pages in a browser puts elements in the place of text nodes, and a
 * change of such a node would be seen by nobody.
 */
export const Fresh = ({ text }: { readonly text: string }) => <span key={text}>{text}</span>

/** The attribute is a word, for what the server draws: in a browser Preact sets the property, which is none. */
export const untranslated = 'no' as unknown as boolean
