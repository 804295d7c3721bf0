/** A changing text has an element of its own: a browser's translator replaces text nodes, and a change of one would be seen by nobody. */
export const Fresh = ({ text }: { readonly text: string }) => <span key={text}>{text}</span>

/** The attribute is a word, for what the server draws: in a browser Preact sets the property, which is none. */
export const untranslated = 'no' as unknown as boolean
