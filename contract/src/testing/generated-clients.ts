import { createClient } from '@hey-api/openapi-ts'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'

/** The types that openapi-typescript makes of a document, where fields with a default can be left out. */
export async function typesOf(document: object): Promise<string> {
  return astToString(await openapiTS(JSON.stringify(document), { defaultNonNullable: false }))
}

/** Writes the client that @hey-api/openapi-ts makes of a document. */
export async function writeClient(document: object, folder: string): Promise<void> {
  await createClient({
    input: document as Record<string, unknown>,
    output: folder,
    logs: { level: 'silent', file: false },
  })
}

/** What TypeScript says about files, as a strict project has them. */
export function complaintsOf(files: readonly string[]): string[] {
  const program = ts.createProgram(files, {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    types: [],
  })
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`)
}
