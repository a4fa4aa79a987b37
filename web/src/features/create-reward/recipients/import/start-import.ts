import { api } from '@laurel/contract/routes'
import { call } from '../../../../app/call.ts'
import type { Importing } from './use-import.ts'

/** Lets the server read a list as its columns stand now. @throws {ApiProblem} */
export async function startImport(id: number, importing: Importing, body: { again: boolean }): Promise<void> {
  await importing.take(await call(api.startImport, { params: { id }, body }))
}
