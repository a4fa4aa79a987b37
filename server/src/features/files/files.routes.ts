import { getFile, uploadFile } from '@laurel/contract/card-items'
import type { Pool } from '../../database/database.ts'
import type { Serve } from '../../http/serve.ts'
import type { FileStore } from './file-store.ts'
import { readFile, storeFile } from './files.service.ts'

export function fileRoutes(serve: Serve, pool: Pool, store: FileStore) {
  serve(uploadFile, ({ actor, file }) => storeFile(pool, store, actor, file))
  serve(getFile, ({ site, params }) => readFile(pool, store, site.id, params.key))
}
