/** The version of the product: all services and documents are released together. A test holds it against the root's `package.json`. */
export const productVersion = '0.1.0'
