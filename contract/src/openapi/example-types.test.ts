import { expect, test } from 'vitest'
import type { Endpoint } from '../endpoint.ts'
import { endpoints } from '../endpoints.ts'
import { typesOf } from '../testing/generated-clients.ts'
import { openApiDocument } from './document.ts'
import { takesKeys } from './tags.ts'

/** After a change, run this with `--update`, and say in docs/api-changes.md what changed. */
test('the types of the examples are those of the calls that API keys can make', async () => {
  const all: readonly Endpoint[] = Object.values(endpoints)
  const types = await typesOf(openApiDocument(all.filter(takesKeys)))
  await expect(`// Made by openapi-typescript.\n${types}`).toMatchFileSnapshot(
    '../../../examples/laurel.gen.ts',
  )
})
