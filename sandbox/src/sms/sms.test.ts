import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSandbox } from '../testing/sandbox-world.ts'
import type { Sms } from './sms.routes.ts'

let sandbox: Awaited<ReturnType<typeof openSandbox>>
beforeEach(async () => {
  sandbox = await openSandbox()
})
afterEach(() => sandbox.close())

const send = (to: string, text: string) => sandbox.post('/sms/messages/', { to, text })
const read = async (query = '') =>
  (await fetch(`${sandbox.origin}/sms/messages/${query}`)).json() as Promise<Sms[]>

test('finds a text message by its number, however the number is written', async () => {
  expect((await send('+15550100199', 'Your code is 112233')).status).toBe(201)
  await send('+15550100200', 'Your code is 445566')

  for (const to of ['+15550100199', '%2B1%20(555)%20010-0199', '15550100199']) {
    expect(await read(`?to=${to}`)).toMatchObject([{ to: '+15550100199', text: 'Your code is 112233' }])
  }
  expect((await read()).map(({ text }) => text)).toEqual(['Your code is 445566', 'Your code is 112233'])
})

test.each([
  ['not a number', 'Hello'],
  ['+15550100199', ''],
])('rejects a message to %s with %j', async (to, text) => {
  expect((await send(to, text)).status).toBe(422)
  expect(await read()).toEqual([])
})

test('the page shows a message as text', async () => {
  await send('+15550100199', '<b>1</b>')
  expect(await (await fetch(`${sandbox.origin}/sms/?id=1`)).text()).toContain('&lt;b&gt;1&lt;/b&gt;')
})
