import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSandbox } from '../testing/sandbox-world.ts'
import { UPS_DEMO } from '../ups/ups.routes.ts'

let sandbox: Awaited<ReturnType<typeof openSandbox>>
beforeEach(async () => {
  sandbox = await openSandbox()
})
afterEach(() => sandbox.close())

async function buyLabel() {
  const basic = Buffer.from(`${UPS_DEMO.clientId}:${UPS_DEMO.clientSecret}`).toString('base64')
  const signedIn = await fetch(`${sandbox.origin}/ups/security/v1/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  const { access_token: token } = (await signedIn.json()) as { access_token: string }
  const Address = {
    AddressLine: ['90 Foundry Road'],
    City: 'Dayton',
    StateProvinceCode: 'OH',
    PostalCode: '45402',
  }
  const Shipment = {
    Shipper: { ShipperNumber: UPS_DEMO.accountNumber },
    ShipTo: { Name: 'Halden <Tools>', Address },
    Service: { Code: '03' },
    Package: [{ PackageWeight: { Weight: '2' } }],
  }
  await fetch(`${sandbox.origin}/ups/api/shipments/v2409/ship`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ShipmentRequest: { Shipment } }),
  })
}
const labels = async () =>
  ((await (await fetch(`${sandbox.origin}/ups/labels/`)).json()) as { labels: { trackingNumber: string }[] })
    .labels
const move = (fields: Record<string, string>, from = 'same-origin') =>
  fetch(`${sandbox.origin}/parcels/`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { 'sec-fetch-site': from },
    redirect: 'manual',
  })

test('a parcel is listed and moved by its buttons, but not by another site’s page', async () => {
  await buyLabel()
  const [{ trackingNumber: number }] = (await labels()) as [{ trackingNumber: string }]
  const shown = await (await fetch(`${sandbox.origin}/parcels/`)).text()
  expect(shown).toContain(number)
  expect(shown).toContain('Halden &lt;Tools&gt;')

  const fields = { carrier: 'ups', tracking_number: number, status: 'delivered' }
  expect((await move(fields, 'cross-site')).status).toBe(403)
  expect((await move({ ...fields, status: 'eaten' })).status).toBe(422)
  expect((await move({ ...fields, carrier: 'usps' })).status).toBe(404)
  expect((await move(fields)).headers.get('location')).toBe('/parcels/')
  expect(await labels()).toMatchObject([{ status: 'delivered' }])
  expect(await (await fetch(`${sandbox.origin}/parcels/`)).text()).not.toContain('name="status"')
})
