import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { referencePages } from './reference-page.ts'

test('a reference page’s script has one address, so that other spellings don’t fill the memory', async () => {
  const app = Fastify()
  referencePages(app)
  const statusOf = async (url: string) => (await app.inject(url)).statusCode
  for (const docs of ['/api/docs', '/api/office/docs']) {
    expect(await statusOf(`${docs}/js/scalar.js`)).toBe(200)
    for (const spelled of ['scal%61r', 'sc%61l%61r', 'scal%2561r']) {
      expect([spelled, await statusOf(`${docs}/js/${spelled}.js`)]).toEqual([spelled, 404])
    }
  }
  await app.close()
})
