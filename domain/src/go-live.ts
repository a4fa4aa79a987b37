import { isByHand, type PaymentMethod } from './payment-method.ts'
import { plural } from './plural.ts'
import type { RewardType } from './reward-type.ts'

/** The go-live checklist, in its order. */
export const GO_LIVE_LINES = [
  'hosts',
  'logo',
  'catalog',
  'payments',
  'carriers',
  'mail',
  'legal_texts',
  'staff',
  'preview',
] as const
export type GoLiveLineName = (typeof GO_LIVE_LINES)[number]

/** The result of a connection's last test; undefined if it wasn't tested since its settings changed. */
export type Tested = { works: boolean; words: string } | undefined

/** What a site has, as far as its checklist asks. */
export type GoLiveFacts = {
  /** Where each address points: here, to another server, nowhere; `silent` if DNS didn't answer. */
  hosts: readonly { host: string; points: 'here' | 'elsewhere' | 'nowhere' | 'silent' | undefined }[]
  hasLogo: boolean
  /** What is active. */
  catalog: {
    templates: number
    rewards: number
    deliveryMethods: number
    withoutDelivery: readonly RewardType[]
  }
  payments: {
    /** Those that staff turned on. */
    enabled: readonly { method: PaymentMethod; title: string; isSetUp: boolean; isConnected: boolean }[]
    /** Of the card provider's account, if a method uses it. */
    tested: Tested
  }
  carriers: readonly { carrier: string; isEnabled: boolean; isConnected: boolean; tested: Tested }[]
  mail: {
    isConnected: boolean
    sender: { address: string; isUsed: boolean; wrongRecords: readonly string[] } | undefined
    tested: Tested
  }
  legalTexts: { missing: readonly string[] }
  staff: { joined: number; invited: number }
  /** Orders that staff placed in the shop's preview, which ends when the site goes live. */
  preview: { orders: number; isOver: boolean }
}

/** `off`: left out on purpose, which is fine. */
export type GoLiveState = 'ready' | 'todo' | 'off'
/** A site goes live once no line blocks. The text says what is right, or what is wrong and what to do. */
export type GoLiveLine = { name: GoLiveLineName; state: GoLiveState; blocks: boolean; text: string }

/** @see docs/decisions/0055-a-site-goes-live.md */
export function goLiveLines(facts: GoLiveFacts): GoLiveLine[] {
  const judged: Record<GoLiveLineName, Judged> = {
    hosts: judgeHosts(facts.hosts),
    logo: facts.hasLogo
      ? ready('Shown in the header, on cards, and in emails.')
      : advised('No logo yet: the site’s name is shown instead.'),
    catalog: judgeCatalog(facts.catalog),
    payments: judgePayments(facts.payments),
    carriers: judgeCarriers(facts.carriers),
    mail: judgeMail(facts.mail),
    legal_texts:
      facts.legalTexts.missing.length === 0
        ? ready('Terms, privacy, and cardholder agreement are published.')
        : required(`Write the ${listOf(facts.legalTexts.missing)}. Customers agree to them.`),
    staff: judgeStaff(facts.staff),
    preview: judgePreview(facts),
  }
  return GO_LIVE_LINES.map((name) => ({ name, ...judged[name] }))
}

type Judged = Omit<GoLiveLine, 'name'>
const ready = (text: string): Judged => ({ state: 'ready', blocks: false, text })
const off = (text: string): Judged => ({ state: 'off', blocks: false, text })
const required = (text: string): Judged => ({ state: 'todo', blocks: true, text })
const advised = (text: string): Judged => ({ state: 'todo', blocks: false, text })

function judgeHosts(hosts: GoLiveFacts['hosts']): Judged {
  const that = (points: GoLiveFacts['hosts'][number]['points']) =>
    hosts.filter((one) => one.points === points).map(({ host }) => host)
  const [here, nowhere, elsewhere, silent] = [
    that('here'),
    that('nowhere'),
    that('elsewhere'),
    that('silent'),
  ]
  const reached = [...here, ...elsewhere]
  if (nowhere.length > 0) {
    const text = `${listOf(nowhere)} ${nowhere.length === 1 ? 'doesn’t' : 'don’t'} point anywhere. Add an A or CNAME record in your DNS settings.`
    // Customers can come by another address.
    return reached.length > 0 ? advised(text) : required(text)
  }
  if (silent.length > 0) return required(`DNS didn’t answer for ${listOf(silent)}. Check again in a minute.`)
  if (reached.length < hosts.length) return required('Check where the site’s addresses point.')
  if (elsewhere.length > 0) {
    return advised(
      `${listOf(elsewhere)} ${points(elsewhere)} to another server. That’s right if a proxy is in front of this one.`,
    )
  }
  return ready(`${listOf(here)} ${points(here)} here.`)
}

const points = (hosts: readonly string[]) => (hosts.length === 1 ? 'points' : 'point')

function judgeCatalog({ templates, rewards, deliveryMethods, withoutDelivery }: GoLiveFacts['catalog']) {
  if (templates === 0) return required('Turn on at least one template.')
  if (rewards === 0) return required('Turn on at least one reward.')
  if (withoutDelivery.length > 0) {
    return required(`Turn on a delivery method for ${listOf(withoutDelivery)} cards.`)
  }
  const counted = [
    plural(templates, 'template'),
    plural(rewards, 'reward'),
    plural(deliveryMethods, 'delivery method'),
  ]
  return ready(`${listOf(counted)}.`)
}

function judgePayments({ enabled, tested }: GoLiveFacts['payments']): Judged {
  const offered = enabled.filter(({ isSetUp, isConnected }) => isSetUp && isConnected)
  const unset = enabled.find(({ isSetUp }) => !isSetUp)
  if (unset !== undefined) return required(`Enter the account that gets the payments: ${unset.title}.`)
  const unconnected = enabled.filter(({ isConnected }) => !isConnected)
  if (offered.length === 0) {
    return required(
      unconnected.length > 0
        ? `${titles(unconnected)}: this server isn’t connected to Converge. Ask your operator to set PAYMENT_TOKEN_URL, PAYMENT_PAGE_URL, and PAYMENT_XML_URL.`
        : 'Turn on at least one payment method.',
    )
  }
  const hasProvider = offered.some(({ method }) => method.startsWith('elavon_'))
  if (hasProvider && tested === undefined) return required('Test the connection to Converge.')
  if (hasProvider && !tested!.works) return required(tested!.words)
  const left = unconnected.length > 0 ? ` Off until Converge is connected: ${titles(unconnected)}.` : ''
  return ready(`Offered: ${titles(offered)}.${left}${hasProvider ? ` ${tested!.words}` : ''}`)
}

const titles = (methods: readonly { title: string }[]) => listOf(methods.map(({ title }) => title))

function judgeCarriers(carriers: GoLiveFacts['carriers']): Judged {
  const enabled = carriers.filter(({ isEnabled }) => isEnabled)
  if (enabled.length === 0) {
    return off('Off: prices come from your catalog, and staff enter labels and tracking by hand.')
  }
  // They never block: without an answer, the catalog's prices apply.
  const unconnected = enabled.find(({ isConnected }) => !isConnected)
  if (unconnected !== undefined) {
    const { carrier } = unconnected
    return advised(`This server isn’t connected to ${carrier}. Ask your operator to set ${carrier}_URL.`)
  }
  const failed = enabled.find(({ tested }) => tested?.works === false)
  if (failed !== undefined) return advised(failed.tested!.words)
  const untested = enabled.filter(({ tested }) => tested === undefined)
  if (untested.length > 0) return advised(`Test the connection to ${namesOf(untested)}.`)
  const others = carriers.filter(({ isEnabled }) => !isEnabled)
  return ready(`${namesOf(enabled)} ready.${others.length > 0 ? ` ${namesOf(others)} is off.` : ''}`)
}

const namesOf = (carriers: readonly { carrier: string }[]) => listOf(carriers.map(({ carrier }) => carrier))

function judgeMail({ isConnected, sender, tested }: GoLiveFacts['mail']): Judged {
  if (!isConnected) {
    return required(
      'No mail server is connected, so customers can’t sign up. Ask your operator to set SMTP_URL and MAIL_FROM.',
    )
  }
  if (tested?.works === false) return required(tested.words)
  if (tested === undefined) return required('Send yourself a test email.')
  if (sender === undefined) return ready('Your test was sent. Email comes from the installation’s address.')
  if (!sender.isUsed) {
    return advised(
      `Email doesn’t come from ${sender.address} yet: its DKIM record is missing. Add it in your DNS settings.`,
    )
  }
  if (sender.wrongRecords.length > 0) {
    const { wrongRecords: wrong } = sender
    return advised(
      `Check the ${listOf(wrong)} ${wrong.length === 1 ? 'record' : 'records'}: some email may be marked as spam.`,
    )
  }
  return ready(`Email comes from ${sender.address}. SPF, DKIM, and DMARC pass, and your test was sent.`)
}

function judgeStaff({ joined, invited }: GoLiveFacts['staff']): Judged {
  const open = invited > 0 ? ` ${plural(invited, 'invitation')} ${invited === 1 ? 'is' : 'are'} open.` : ''
  if (joined > 1) return ready(`${joined} people joined.${open}`)
  return advised(`You’re the only person here.${open} Large refunds and releases need a second person.`)
}

function judgePreview({ preview: { orders, isOver }, payments }: GoLiveFacts): Judged {
  if (isOver) return off('The preview ended when the site went live.')
  if (orders > 0)
    return ready(`${plural(orders, 'order')} placed in the preview. Going live deletes all of them.`)
  const canPay = payments.enabled.some(({ method, isSetUp }) => isByHand(method) && isSetUp)
  return advised(
    canPay
      ? 'Place an order in the preview and pay by check: enter the check under Payments received, approve the order, and look for its emails.'
      : 'To place an order in the preview, turn on payment by check: cards aren’t charged before the site is live.',
  )
}

function listOf(words: readonly string[]): string {
  return new Intl.ListFormat('en-US').format(words)
}
