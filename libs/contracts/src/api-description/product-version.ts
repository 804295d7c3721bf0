/** The version of all services and documents, which are released together. A test compares it with the root's `package.json`. */
export const productVersion = '0.1.0'
