import document from '../../openapi/public-v1.json' with { type: 'json' }

/** The document of the public API, byte for byte as it is committed. */
export const publicDocumentText = `${JSON.stringify(document, null, 2)}\n`
