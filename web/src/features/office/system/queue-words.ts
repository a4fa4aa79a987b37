const NAMES: Readonly<Record<string, string>> = {
  'mail.cards': 'Mail: cards',
  'mail.code': 'Mail: codes',
  'sms.code': 'Text messages: codes',
  'mail.account-notice': 'Mail: account notices',
  'mail.staff-invitation': 'Mail: invitations to the office',
  'mail.order-placed': 'Mail: order placed',
  'mail.payment-received': 'Mail: payment received',
  'mail.order-declined': 'Mail: order declined',
  'mail.paper-copy': 'Mail: invoices and receipts',
  'mail.payment-reminder': 'Mail: payment reminders',
  'customer.close': 'Closing accounts',
  'accounts.chain': 'Audit log: account events',
  'imports.read': 'Recipient lists',
  'webhooks.spread': 'Webhooks: new events',
  'webhooks.send': 'Webhooks: messages',
}

/** `fulfillment.plan` as one reads it; a queue without a name of its own is read by its parts. */
export function queueWords(name: string): string {
  const known = NAMES[name]
  if (known) return known
  const [first = '', ...rest] = name.split('.')
  const words = rest.join(' ').replaceAll('-', ' ')
  const head = first.charAt(0).toUpperCase() + first.slice(1).replaceAll('-', ' ')
  return words ? `${head}: ${words}` : head
}
