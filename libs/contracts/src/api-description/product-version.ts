/** The version of all services and documents, which are released together. A test compares it with `package.json` of the root. */
export const productVersion = '0.1.0'
