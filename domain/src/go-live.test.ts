import { expect, test } from 'vitest'
import { type GoLiveFacts, type GoLiveLineName, goLiveLines } from './go-live.ts'

const WORKS = { works: true, words: 'It works.' }
const FAILS = { works: false, words: 'Converge refused the merchant ID, user ID, or PIN.' }
const CARD = { method: 'elavon_cc', title: 'Card', isSetUp: true, isConnected: true } as const
const CHECK = { method: 'self_hosted_check', title: 'Check', isSetUp: true, isConnected: true } as const
const USPS = { carrier: 'USPS', isEnabled: true, isConnected: true, tested: WORKS }
const SENDER = { address: 'cards@northwind.example', isUsed: true, wrongRecords: [] }
const COMPLETE: GoLiveFacts = {
  hosts: [{ host: 'rewards.example.com', points: 'here' }],
  hasLogo: true,
  catalog: { templates: 6, rewards: 1, deliveryMethods: 7, withoutDelivery: [] },
  payments: { enabled: [CARD, CHECK], tested: WORKS },
  carriers: [USPS, { carrier: 'UPS', isEnabled: false, isConnected: true, tested: undefined }],
  mail: { isConnected: true, sender: SENDER, tested: WORKS },
  legalTexts: { missing: [] },
  staff: { joined: 4, invited: 1 },
  preview: { orders: 1, isOver: false },
}
const line = (name: GoLiveLineName, changes: Partial<GoLiveFacts>) =>
  goLiveLines({ ...COMPLETE, ...changes }).find((one) => one.name === name)!
const judged = (name: GoLiveLineName, changes: Partial<GoLiveFacts>) => {
  const { state, blocks } = line(name, changes)
  return [state, blocks]
}
const READY = ['ready', false]
const BLOCKS = ['todo', true]
const ADVISED = ['todo', false]

test('a complete site is ready, line by line', () => {
  expect(goLiveLines(COMPLETE).map(({ state, text }) => [state, text])).toEqual([
    ['ready', 'rewards.example.com points here.'],
    ['ready', 'Shown in the header, on cards, and in emails.'],
    ['ready', '6 templates, 1 reward, and 7 delivery methods.'],
    ['ready', 'Offered: Card and Check. It works.'],
    ['ready', 'USPS ready. UPS is off.'],
    ['ready', 'Email comes from cards@northwind.example. SPF, DKIM, and DMARC pass, and your test was sent.'],
    ['ready', 'Terms, privacy, and cardholder agreement are published.'],
    ['ready', '4 people joined. 1 invitation is open.'],
    ['ready', '1 order placed in the preview. Going live deletes all of them.'],
  ])
})

test.each([
  [['here', 'here'], READY],
  [['here', 'elsewhere'], ADVISED],
  [['here', 'nowhere'], ADVISED],
  [['nowhere', 'nowhere'], BLOCKS],
  [['here', 'silent'], BLOCKS],
  [['here', undefined], BLOCKS],
] as const)('addresses that point %j: %j', (points, expected) => {
  const hosts = points.map((one, at) => ({ host: `${at}.example`, points: one }))
  expect(judged('hosts', { hosts })).toEqual(expected)
})

test.each<[string, Partial<GoLiveFacts['catalog']>, RegExp]>([
  ['templates', { templates: 0 }, /template/],
  ['rewards', { rewards: 0 }, /reward/],
  ['a delivery method', { withoutDelivery: ['bulk', 'direct'] }, /for bulk and direct cards/],
])('a catalog without %s blocks', (_, changes, text) => {
  expect(line('catalog', { catalog: { ...COMPLETE.catalog, ...changes } })).toMatchObject({
    state: 'todo',
    blocks: true,
    text: expect.stringMatching(text),
  })
})

test.each<[string, GoLiveFacts['payments'], unknown[]]>([
  ['no method', { enabled: [], tested: undefined }, BLOCKS],
  ['checks without an address', { enabled: [{ ...CHECK, isSetUp: false }], tested: undefined }, BLOCKS],
  ['checks only', { enabled: [CHECK], tested: undefined }, READY],
  ['cards that were not tested', { enabled: [CARD, CHECK], tested: undefined }, BLOCKS],
  ['cards that failed the test', { enabled: [CARD, CHECK], tested: FAILS }, BLOCKS],
  ['cards without a connection', { enabled: [{ ...CARD, isConnected: false }], tested: undefined }, BLOCKS],
  ['the same beside checks', { enabled: [{ ...CARD, isConnected: false }, CHECK], tested: FAILS }, READY],
])('payments: %s', (_, payments, expected) => {
  expect(judged('payments', { payments })).toEqual(expected)
})

test('carriers never block, because prices of the catalog apply without them', () => {
  const of = (changes: object) => judged('carriers', { carriers: [{ ...USPS, ...changes }] })
  expect(of({ isEnabled: false })).toEqual(['off', false])
  expect(of({ isConnected: false })).toEqual(ADVISED)
  expect(of({ tested: undefined })).toEqual(ADVISED)
  expect(of({ tested: FAILS })).toEqual(ADVISED)
})

test.each<[string, Partial<GoLiveFacts['mail']>, unknown[]]>([
  ['no server', { isConnected: false }, BLOCKS],
  ['no test', { tested: undefined }, BLOCKS],
  ['a refused test', { tested: FAILS }, BLOCKS],
  ['the installation’s address', { sender: undefined }, READY],
  ['no key', { sender: { ...SENDER, isUsed: false } }, ADVISED],
  ['no DMARC record', { sender: { ...SENDER, wrongRecords: ['DMARC'] } }, ADVISED],
])('mail: %s', (_, changes, expected) => {
  expect(judged('mail', { mail: { ...COMPLETE.mail, ...changes } })).toEqual(expected)
})

test('missing legal texts block, a missing logo or second person doesn’t', () => {
  expect(judged('legal_texts', { legalTexts: { missing: ['privacy policy'] } })).toEqual(BLOCKS)
  expect(judged('logo', { hasLogo: false })).toEqual(ADVISED)
  expect(judged('staff', { staff: { joined: 1, invited: 2 } })).toEqual(ADVISED)
})

test('a preview order is advised until there is one, and over once the site is live', () => {
  const none = { orders: 0, isOver: false }
  expect(line('preview', { preview: none })).toMatchObject({
    state: 'todo',
    blocks: false,
    text: expect.stringMatching(/by check:/),
  })
  const onlyCards = { preview: none, payments: { enabled: [CARD], tested: WORKS } }
  expect(line('preview', onlyCards).text).toMatch(/turn on payment by check/)
  expect(judged('preview', { preview: { orders: 2, isOver: true } })).toEqual(['off', false])
})
