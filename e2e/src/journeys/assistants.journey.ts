import { createHash, randomBytes } from 'node:crypto'
import type { APIRequestContext, APIResponse } from '@playwright/test'
import { expectGood, LOOKS, NORTHWIND } from '../stack/looks.ts'
import { makePerson, openSignedIn } from '../stack/people.ts'
import { expect, hostHeaders, loopback, originOf, type SiteName, test } from '../stack/shop.ts'

const CALLBACK = 'http://127.0.0.1:4/callback'

/** An assistant that follows the metadata, as those of other companies do. */
function assistant(request: APIRequestContext, site: SiteName) {
  const verifier = randomBytes(32).toString('base64url')
  const origin = originOf(site)
  const resource = `${origin}/api/v1/mcp/`
  const send = (url: string, { headers, ...rest }: Parameters<APIRequestContext['fetch']>[1] = {}) =>
    request.fetch(loopback(new URL(url).pathname), { ...rest, headers: { ...hostHeaders(site), ...headers } })
  const json = async (...asked: Parameters<typeof send>) => (await send(...asked)).json()
  let clientId = ''
  let token = ''
  return {
    async ask(): Promise<string> {
      const refused = await send(resource, { method: 'POST', data: {} })
      expect(refused.status()).toBe(401)
      const [, about] = /resource_metadata="([^"]+)"/.exec(refused.headers()['www-authenticate']!)!
      const [issuer] = (await json(about!)).authorization_servers
      const server = await json(`${issuer}/.well-known/oauth-authorization-server`)
      const data = { client_name: 'Planner', redirect_uris: [CALLBACK] }
      clientId = (await json(server.registration_endpoint, { method: 'POST', data })).client_id
      const asked = new URLSearchParams({
        ...{ response_type: 'code', client_id: clientId, redirect_uri: CALLBACK, state: '7', resource },
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      })
      return `${server.authorization_endpoint}?${asked}`
    },
    async exchange(code: string) {
      const form = {
        ...{ grant_type: 'authorization_code', code, client_id: clientId, redirect_uri: CALLBACK },
        code_verifier: verifier,
      }
      token = (await json(`${origin}/api/v1/oauth/token/`, { method: 'POST', form })).access_token
    },
    call(name: string, args: object) {
      return send(resource, {
        method: 'POST',
        headers: { accept: 'application/json, text/event-stream', authorization: `Bearer ${token}` },
        data: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
      })
    },
  }
}

async function answerOf(response: APIResponse) {
  const [, data] = /^data: (.*)$/m.exec(await response.text())!
  return JSON.parse(JSON.parse(data!).result.content[0].text)
}

test('an assistant is connected, plans an order to the cart, and is disconnected', {
  tag: '@every-way',
}, async ({ context, request }) => {
  const dana = await makePerson(request)
  const list = await dana.api('POST', '/api/v1/recipient_lists/', { name: 'Sales' })
  for (const name of ['Okafor', 'Lima', 'Cole']) {
    await dana.api('POST', `/api/v1/recipient_lists/${list.id}/people/`, {
      ...{ first_name: 'Maya', last_name: name, email: `${name}.${list.id}@recipient.example` },
    })
  }
  const planner = assistant(request, 'northwind')
  const page = await openSignedIn(context, dana, '/settings')
  // The assistant's own program, which isn't part of this.
  await context.route(`${CALLBACK}*`, (route) => route.fulfill({ body: 'Connected' }))

  await test.step('its request says who asks, and for what', async () => {
    await page.goto(await planner.ask())
    await expect(page.getByRole('heading', { name: 'Connect Planner?' })).toBeVisible()
    await expect(page.getByText('A program on this computer wants to use your')).toBeVisible()
    await expectGood(page, NORTHWIND, 'an assistant’s request')
  })

  await test.step('denied, it gets no code', async () => {
    await page.getByRole('button', { name: 'Deny' }).click()
    await page.waitForURL(/error=access_denied/)
    expect(new URL(page.url()).searchParams.get('code')).toBeNull()
  })

  await test.step('allowed, it gets one', async () => {
    await page.goto(await planner.ask())
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.waitForURL(/code=/)
    await planner.exchange(new URL(page.url()).searchParams.get('code')!)
  })

  await test.step('what it proposes becomes a draft, and is put in the cart, by its customer', async () => {
    const proposed = await answerOf(
      await planner.call('propose_order', {
        ...{ reward_type: 'digital', denomination_cents: 2_500, recipient_list_id: list.id },
        message: 'Thank you',
      }),
    )
    await page.goto(proposed.confirm_url)
    const guide = page.getByRole('complementary', { name: 'Guide' })
    const plan = guide.getByRole('article', { name: '3 digital cards × $25.00' })
    await expect(plan).toBeVisible()
    await expectGood(page, NORTHWIND, 'an assistant’s plan')
    await plan.getByRole('button', { name: 'Create draft' }).click()
    await guide.getByRole('button', { name: 'Add to cart' }).click()
    await expect(page.getByRole('button', { name: 'Cart, 1 item' })).toBeVisible()
    const cart = await answerOf(await planner.call('get_cart', {}))
    expect(cart.total_cents).toBe(proposed.total_cents)
    await guide.getByRole('button', { name: 'Close guide' }).click()
  })

  await test.step('disconnected in Settings, it is refused', async () => {
    await page.goto(`${originOf('northwind')}/settings`)
    const section = page.getByRole('region', { name: 'Connected assistants' })
    await expect(section.getByText('Planner', { exact: true })).toBeVisible()
    await expectGood(page, NORTHWIND, 'connected assistants')
    await section.getByRole('button', { name: 'Disconnect Planner' }).click()
    await page.getByRole('button', { name: 'Disconnect assistant' }).click()
    await expect(section.getByText('No assistants connected yet.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Connected assistants' })).toBeFocused()
    expect((await planner.call('get_cart', {})).status()).toBe(401)
  })
})

test('an assistant is connected on a phone, by a customer who signs in first', {
  tag: '@every-brand',
}, async ({ context, request }) => {
  const dana = await makePerson(request, { site: 'acorn' })
  const planner = assistant(request, 'acorn')
  const visitor = await context.newPage()
  await visitor.setViewportSize({ width: 390, height: 844 })
  const address = await planner.ask()
  await visitor.goto(address)
  await expect(visitor.getByRole('link', { name: 'Sign in to continue' })).toBeVisible()
  await expectGood(visitor, LOOKS[1]!, 'an assistant’s request, before signing in')
  await visitor.close()

  const page = await openSignedIn(context, dana, '/settings')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(address)
  await expect(page.getByRole('button', { name: 'Deny' })).toBeVisible()
  await expectGood(page, LOOKS[1]!, 'an assistant’s request on a phone')
  await context.route(`${CALLBACK}*`, (route) => route.fulfill({ body: 'Connected' }))
  await page.getByRole('button', { name: 'Allow' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/code=/)

  await page.goto(`${originOf('acorn')}/connect-assistant?request=broken`)
  await expect(page.getByRole('heading', { name: 'We can’t connect this assistant' })).toBeVisible()
})
