import { createConfig, lintFromString } from '@redocly/openapi-core'
import { beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '../endpoint.ts'
import { endpoints } from '../endpoints.ts'
import { PROBLEMS } from '../problems.ts'
import { customersDocument, openApiDocument } from './document.ts'

type Operation = { responses: Record<string, { $ref?: string; description?: string }> }

let document: ReturnType<typeof openApiDocument>
const documents = { everyone: openApiDocument, customers: customersDocument }
beforeAll(() => {
  document = openApiDocument()
})

test.each(Object.entries(documents))(
  'the one of %s passes Redocly’s recommended rules, except for trailing slashes',
  async (_, make) => {
    const config = await createConfig({
      extends: ['recommended-strict'],
      rules: {
        'no-path-trailing-slash': 'off',
        // `orders/by_external_id/…` and `orders/{id}/…`: IDs are numbers.
        'no-ambiguous-paths': 'off',
        'no-invalid-schema-examples': 'error',
      },
    })
    const source = JSON.stringify(make())
    const found = await lintFromString({ source, absoluteRef: '/openapi.json', config })
    expect(found.map(({ message, location }) => `${message} ${location[0]?.pointer}`)).toEqual([])
  },
)

test('names the schemas that the contract exports, and refers to them', () => {
  const { schemas } = document.components
  expect(Object.keys(schemas)).toEqual(
    expect.arrayContaining(['Order', 'OrderItem', 'PlacedOrder', 'Delivery', 'Problem', 'ProblemCode']),
  )
  expect(schemas.OrderPage!.properties!.results).toEqual({
    type: 'array',
    items: { $ref: '#/components/schemas/Order' },
  })
  expect(JSON.stringify(document).length).toBeLessThan(1_000_000)
})

test('names the problems of each status', () => {
  for (const endpoint of Object.values(endpoints) as Endpoint[]) {
    const { responses } = document.paths[endpoint.path]![endpoint.method.toLowerCase()] as Operation
    const codes = (status: number) => {
      const { $ref, description } = responses[status] ?? {}
      return $ref === undefined
        ? description
        : document.components.responses[$ref.split('/').at(-1)!]?.description
    }
    for (const code of endpoint.refusals) expect(codes(PROBLEMS[code].status)).toContain(`\`${code}\``)
  }
})
