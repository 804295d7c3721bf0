/** Version of the product: all services are released together. */
export const productVersion = '0.1.0'
