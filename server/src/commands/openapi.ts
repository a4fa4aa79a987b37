/** Prints the OpenAPI document: `npm run openapi > openapi.json`. */
import { openApiDocument } from '@laurel/contract/openapi/document'

process.stdout.write(`${JSON.stringify(openApiDocument(), null, 2)}\n`)
